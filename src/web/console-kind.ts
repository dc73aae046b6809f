// Tells the console what its token is for, so that it asks for no list that this token may not read (rule PAGE-40).
import { requireTokenCaller } from '../auth/access.ts';
import type { TokenCaller } from '../auth/caller.ts';
import { unstoredJson } from '../http/core/answer.ts';
import type { RouteSpec } from '../http/core/router.ts';

const KINDS = {
  connected_app: 'account',
  club_static: 'club',
  club_app: 'club',
  tournament_static: 'tournament',
  tournament_app: 'tournament',
} as const satisfies Readonly<Record<TokenCaller['kind'], string>>;

export const consoleKindRoute: RouteSpec = {
  name: 'console_kind',
  access: 'caller',
  method: 'GET',
  path: '/console/kind',
  handle: (_exchange, caller) => unstoredJson(200, { kind: KINDS[requireTokenCaller(caller).kind] }),
};
