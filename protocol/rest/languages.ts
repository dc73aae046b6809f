/** The languages of all texts, by code. */
export const LANGUAGES = ['en', 'pt', 'es', 'fr', 'de', 'ar'] as const;
