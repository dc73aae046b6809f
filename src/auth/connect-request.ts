// Parses and checks the query of GET /api/auth/connect, with which an app asks a user for access (rules ACCESS-10 to ACCESS-12).
import { APP_NAME_MAX, STATE_MAX } from '../../protocol/rest/connect.ts';
import { type OwnAddress, readRedirect, type Redirect, type RedirectFault } from './redirect-uri.ts';

export type ConnectRequest = {
  readonly appName: string;
  readonly redirect: Redirect;
  /** Returned to the app unchanged; null if the app sent none. */
  readonly state: string | null;
};

/** What is wrong with a parameter. The page says it to the app's developer in the language of the visitor. */
type ConnectFault = {
  readonly path: string;
  readonly kind: RedirectFault['kind'] | 'repeated' | 'no_name' | 'no_redirect' | 'bad_name' | 'bad_state';
  readonly about: string;
};

// Control characters, characters that change the writing direction, and invisible characters: a name with them can look like
// another name. U+FFFD is the replacement for bytes that are not UTF-8.
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd\u2800]/u;
const seen = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** The request, or one fault per invalid parameter. */
export function readConnectRequest(query: URLSearchParams, own: OwnAddress): ConnectRequest | readonly ConnectFault[] {
  const faults: ConnectFault[] = [];
  const fault = (path: string, kind: ConnectFault['kind'], about = ''): null => {
    faults.push({ path, kind, about });
    return null;
  };
  const value = (name: string): string | null => {
    const [first, ...others] = query.getAll(name);
    return others.length > 0 ? fault(name, 'repeated') : (first ?? null);
  };
  const required = (name: string, missing: ConnectFault['kind']): string | null => {
    const given = value(name);
    if (given !== null && given !== '') return given;
    // A parameter that is there twice already has its fault.
    return query.getAll(name).length > 1 ? null : fault(name, missing);
  };

  const name = required('app_name', 'no_name');
  const appName = name === null ? null : (readAppName(name) ?? fault('app_name', 'bad_name', String(APP_NAME_MAX)));
  const uri = required('redirect_uri', 'no_redirect');
  const found = uri === null ? null : readRedirect(uri, own);
  const redirect = found !== null && 'kind' in found ? fault('redirect_uri', found.kind, found.about) : found;
  const state = value('state');
  if (state !== null && (state.length > STATE_MAX || state.includes('\ufffd'))) {
    fault('state', 'bad_state', String(STATE_MAX));
  }
  return faults.length > 0 || appName === null || redirect === null ? faults : { appName, redirect, state };
}

/** Normalizes a name: runs of spaces become one, Unicode becomes NFC. Returns null if it is not a valid name. */
function readAppName(given: string): string | null {
  if (unseen.test(given) || !seen.test(given)) return null;
  const name = given.normalize('NFC').trim().replace(/\s+/g, ' ');
  return name.length <= APP_NAME_MAX ? name : null;
}
