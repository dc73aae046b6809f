// The cookies of our pages. Scripts cannot read them, and browsers do not send them with requests of other sites.

/** Cookies of a header that are read (rule LIMIT-15). Browsers keep fewer for a site. */
export const COOKIES_MAX = 200;

/** The value of a cookie in a `Cookie` header; '' if it is absent. */
export function cookieIn(header: string, name: string): string {
  for (const pair of header.split(';', COOKIES_MAX)) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return '';
}

/** `maxAge`: seconds. 0 deletes the cookie; without it the cookie lasts until the browser closes. */
type CookieOptions = { readonly isSecure: boolean; readonly maxAge?: number };

/** A `Set-Cookie` header. The value must contain only characters that a cookie allows, for example base64url and dots. */
export function setCookie(name: string, value: string, { isSecure, maxAge }: CookieOptions): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (isSecure) attributes.push('Secure');
  if (maxAge !== undefined) attributes.push(`Max-Age=${maxAge}`);
  return [`${name}=${value}`, ...attributes].join('; ');
}

/** With `__Host-` neither another host nor plain http can set this cookie. Browsers accept the prefix on https only. */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);
