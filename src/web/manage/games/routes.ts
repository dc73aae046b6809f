// `/manage/clubs/{slug}`, `…/games/new` and `…/games/{game}/edit`: the games of a club, for its staff. Rows are saved as by REST.
import type { RouteSpec } from '../../../http/core/router.ts';
import type { Site } from '../../site.ts';
import { admitStaff } from '../staff.ts';
import { cancelGame, restoreGame } from './cancel-game.tsx';
import type { GamePagesDeps } from './form-answer.tsx';
import { gamesPage } from './games-page.tsx';
import { createGame, showNewGame } from './new-game.ts';
import { changeGame, deleteGame, showStoredGame } from './stored-game.tsx';

/** Bytes of a form: 400 people with names and numbers, and notes in a script of three bytes a letter. */
const FORM_BYTES = 262_144;

export function gameRoutes(site: Site, deps: GamePagesDeps): readonly RouteSpec[] {
  return [
    ...site.signedIn({
      name: 'manage_games',
      path: '/manage/clubs/{slug}',
      show: async (visit) => gamesPage(deps, await admitStaff(deps, 'club', visit)),
    }),
    ...site.signedIn({
      name: 'manage_new_game',
      path: '/manage/clubs/{slug}/games/new',
      keepsForm: true,
      formBytes: FORM_BYTES,
      show: async (visit) => showNewGame(deps, await admitStaff(deps, 'club', visit)),
      submit: async (visit, sent) => createGame(deps, await admitStaff(deps, 'club', visit), sent),
    }),
    ...site.signedIn({
      name: 'manage_game',
      path: '/manage/clubs/{slug}/games/{game}/edit',
      keepsForm: true,
      formBytes: FORM_BYTES,
      show: async (visit) => showStoredGame(deps, await admitStaff(deps, 'club', visit), visit.param('game')),
      async submit(visit, sent) {
        const key = visit.param('game');
        const staff = await admitStaff(deps, 'club', visit);
        switch (sent.get('action')) {
          case 'delete':
            return deleteGame(deps, staff, key, sent);
          case 'cancel':
            return cancelGame(deps, staff, key, sent);
          case 'restore':
            return restoreGame(deps, staff, key, sent);
          default:
            return changeGame(deps, staff, key, sent);
        }
      },
    }),
  ];
}
