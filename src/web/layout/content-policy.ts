// The Content-Security-Policy of the pages: what a page does not name, it may not load.

/** Each directive, in the order of the header; null: left out, so that `default-src` holds. */
const DEFAULTS = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'script-src': null,
  'connect-src': null,
  'frame-src': null,
  'manifest-src': null,
  'worker-src': null,
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
} as const;

/** The header. `sources` replace the defaults. */
export const contentPolicy = (
  sources: Partial<Readonly<Record<keyof typeof DEFAULTS, string | null>>> = {},
): { readonly 'content-security-policy': string } => ({
  'content-security-policy': Object.entries({ ...DEFAULTS, ...sources })
    .flatMap(([directive, allowed]) => (allowed === null ? [] : [`${directive} ${allowed}`]))
    .join('; '),
});
