// Parses and checks the query of GET /api/auth/connect, with which an app asks a user for access (rules ACCESS-10 to ACCESS-12).
import { APP_NAME_MAX, STATE_MAX } from '../../protocol/rest/connect.ts';
import type { Detail } from '../../protocol/rest/problem.ts';
import { type OwnAddress, readRedirect, type Redirect } from './redirect-uri.ts';

export type ConnectRequest = {
  readonly appName: string;
  readonly redirect: Redirect;
  /** Returned to the app unchanged; null if the app sent none. */
  readonly state: string | null;
};

// Control characters, characters that change the writing direction, and invisible characters: a name with them can look like
// another name. U+FFFD is the replacement for bytes that are not UTF-8.
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd\u2800]/u;
const seen = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** The request, or one message per invalid parameter for the app's developer. */
export function readConnectRequest(query: URLSearchParams, own: OwnAddress): ConnectRequest | readonly Detail[] {
  const faults: Detail[] = [];
  const fault = (path: string, message: string): null => {
    faults.push({ path, message });
    return null;
  };
  const value = (name: string): string | null => {
    const [first, ...others] = query.getAll(name);
    return others.length > 0 ? fault(name, 'Must be in the query only once.') : (first ?? null);
  };
  const required = (name: string, what: string): string | null => {
    const given = value(name);
    if (given !== null && given !== '') return given;
    // A parameter that is there twice already has its message.
    return query.getAll(name).length > 1 ? null : fault(name, `Is required: ${what}.`);
  };

  const name = required('app_name', "the name of your app, as the user's page shows it");
  const appName = name === null ? null : (readAppName(name) ?? fault('app_name', APP_NAME_RULE));
  const uri = required('redirect_uri', 'the address of your app that receives the token');
  const found = uri === null ? null : readRedirect(uri, own);
  const redirect = typeof found === 'string' ? fault('redirect_uri', found) : found;
  const state = value('state');
  if (state !== null && (state.length > STATE_MAX || state.includes('\ufffd'))) {
    fault('state', `Must be UTF-8 of at most ${STATE_MAX} characters.`);
  }
  return faults.length > 0 || appName === null || redirect === null ? faults : { appName, redirect, state };
}

const APP_NAME_RULE = `Must be a name of 1 to ${APP_NAME_MAX} visible characters, without control or formatting characters.`;

/** Normalizes a name: runs of spaces become one, Unicode becomes NFC. Returns null if it is not a valid name. */
function readAppName(given: string): string | null {
  if (unseen.test(given) || !seen.test(given)) return null;
  const name = given.normalize('NFC').trim().replace(/\s+/g, ' ');
  return name.length <= APP_NAME_MAX ? name : null;
}
