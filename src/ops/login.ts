// The login in the address of a server: postgres://USER:PASSWORD@db.example.org/touchline

export const UNREADABLE_LOGIN =
  'must have a user name and a password in percent-encoding, for example %2F in place of /';

/** Whether user name and password can be read, or there are none. */
export function hasReadableLogin(address: string): boolean {
  // The host ends at a "/", "?" or "#": in a password they cut the address.
  if (!URL.canParse(address)) return !/^\w+:\/\/[^@/?#]*:[^@]*[/?#].*@/.test(address);
  const { username, password } = new URL(address);
  try {
    decodeURIComponent(`${username}:${password}`);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
