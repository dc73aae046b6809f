// The pages of the site that `/design/site` shows with samples, by their names in its address.
import type { VNode } from 'preact';
import type { PageLanguage } from '../layout/words.tsx';
import * as account from './account-samples.tsx';
import * as home from './home-samples.tsx';
import * as integrations from './integration-samples.tsx';
import * as manage from './manage-samples.tsx';
import * as tournament from './tournament-samples.tsx';

type SitePage = (language: PageLanguage) => VNode;

const PAGES: Readonly<Record<string, SitePage>> = { ...account, ...home, ...integrations, ...manage, ...tournament };
/** The names of the pages of each kind. */
export const PAGE_NAMES = {
  account: Object.keys(account),
  home: Object.keys(home),
  integrations: Object.keys(integrations),
  manage: Object.keys({ ...manage, ...tournament }),
} as const;

/** The folder of the script that a page runs. */
const SCRIPTS: Readonly<Record<string, string>> = {
  signInPasskey: 'passkeys',
  gameProblems: 'game-form',
  gameStale: 'game-form',
};

/** Null for an unknown name. */
export function sitePage(name: string): { readonly page: SitePage; readonly script: string | undefined } | null {
  const page = Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
  return page === undefined ? null : { page, script: SCRIPTS[name] };
}
