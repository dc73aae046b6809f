// Browsers that have signed in to an account before: a signed cookie that outlives sign-out. Wrong attempts of other people do
// not lock such a browser out of that account (rule LIMIT-3).
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { openSigning } from './signing.ts';

export type KnownBrowser = {
  readonly id: string;
  /** See `markOf`; the latest sign-in first. */
  readonly accounts: readonly string[];
};

export type KnownBrowsers = ReturnType<typeof openKnownBrowsers>;

/** The longest time that browsers keep a cookie: 400 days. */
export const KNOWN_BROWSER_SECONDS = 400 * 24 * 3_600;
/** A shared computer may have several users. */
const ACCOUNTS_MAX = 8;

const claimsSchema = z.object({ jti: z.uuid(), accounts: z.array(z.string()).max(ACCOUNTS_MAX) });

/** An account in the cookie of this browser, without its e-mail address. */
const markOf = (id: string, account: string): string =>
  createHash('sha256').update(`${id} ${account}`).digest('base64url').slice(0, 22);

/** Whether the browser has signed in to this account. `account`: the e-mail address as sign-in compares it. */
export const knows = ({ id, accounts }: KnownBrowser, account: string): boolean =>
  accounts.includes(markOf(id, account));

/** `secrets`: newest first. */
export function openKnownBrowsers(secrets: readonly string[]) {
  const signing = openSigning(secrets, { audience: 'touchline:browser', prefix: 'tlc_' });
  return {
    /** The browser of a cookie value; null if it is invalid or has expired. */
    async read(cookie: string): Promise<KnownBrowser | null> {
      if (cookie === '') return null;
      const { data } = claimsSchema.safeParse(await signing.verify(cookie));
      return data === undefined ? null : { id: data.jti, accounts: data.accounts };
    },
    /** The cookie value after a sign-in to this account, for a new browser or one that is known already. */
    async remember(browser: KnownBrowser | null, account: string): Promise<string> {
      const id = browser?.id ?? randomUUID();
      const mark = markOf(id, account);
      const others = (browser?.accounts ?? []).filter((one) => one !== mark);
      const accounts = [mark, ...others].slice(0, ACCOUNTS_MAX);
      return (await signing.sign({ accounts }, { id, expiresIn: KNOWN_BROWSER_SECONDS })).token;
    },
  };
}
