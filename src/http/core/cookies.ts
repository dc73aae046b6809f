// Cookies of our own pages. None of them is for scripts, and none goes along with another site's requests.

/** The value of a cookie in a `Cookie` header; '' when it is not there. */
export function cookieIn(header: string, name: string): string {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals !== -1 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return '';
}

/** `maxAge` in seconds; 0 takes the cookie away, left out it lasts as long as the browser is open. */
export type CookieOptions = { readonly isSecure: boolean; readonly maxAge?: number };

/** A `Set-Cookie` header. The value must be of characters that a cookie takes (base64url and dots are). */
export function setCookie(name: string, value: string, { isSecure, maxAge }: CookieOptions): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (isSecure) attributes.push('Secure');
  if (maxAge !== undefined) attributes.push(`Max-Age=${maxAge}`);
  return [`${name}=${value}`, ...attributes].join('; ');
}

/** With `__Host-` no other host, nor plain http, can set a cookie of this name; browsers take it on https only. */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);
