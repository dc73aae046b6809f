// The address of a server in a setting: postgres://db.example.org:5432/touchline

export const BAD_HOST = 'must be an address with a valid host and a port up to 65535';

/** What is wrong with the address; null if nothing is. `schemes`: those that it may begin with, as `redis`. */
export function addressProblem(text: string, schemes: readonly string[]): string | null {
  const begins = schemes.map((scheme) => `${scheme}://`);
  if (!begins.some((begin) => text.toLowerCase().startsWith(begin)))
    return `must be an address that begins with ${begins.join(' or ')}`;
  return URL.canParse(text) ? null : BAD_HOST;
}
