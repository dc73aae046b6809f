/** How long a view token from a form works: seconds, and the label. */
export const VIEW_TOKEN_TERMS = {
  '86400': 'a day',
  '604800': 'a week',
  '2592000': '30 days',
  '31536000': 'a year',
} as const;
