/** How long a view token made by a form works: seconds, and words. */
export const VIEW_TOKEN_TERMS = {
  '86400': 'a day',
  '604800': 'a week',
  '2592000': '30 days',
  '31536000': 'a year',
} as const;
