// The data file of the demo.
import type { DataFile } from '../../../protocol/data-file/data-file.ts';
import { demoClubs, demoJuniors, demoUsers } from './clubs.ts';
import { CUP, demoCup } from './cup.ts';

/** One credential of each main kind, in plain text. */
export type DemoTokens = { readonly tournament: string; readonly club: string; readonly app: string };

/** The data file with its dates around `now` (ms since 1970). `password`: of the account; null: no user can sign in. */
export const demoData = (now: number, tokens: DemoTokens, password: string | null = null): DataFile => ({
  touchline_data: 1,
  users: demoUsers(password),
  juniors: demoJuniors,
  clubs: demoClubs(now),
  tournaments: [demoCup(now)],
  tokens: [
    { kind: 'tournament_static', tournament: CUP, token: tokens.tournament },
    { kind: 'club_static', club: 'lakeside', token: tokens.club },
    { kind: 'connected_app', app_name: 'Demo App', user_id: 1, token: tokens.app },
  ],
});
