/** How long a view token from a form works, in seconds; the languages have the labels. */
export const VIEW_TOKEN_TERMS = ['86400', '604800', '2592000', '31536000'] as const;
