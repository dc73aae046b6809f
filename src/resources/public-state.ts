// The live state as public pages show it: a junior's name is never more than the initials (rule NAME-5).
import type { PublicNames } from '../../protocol/data-file/fields.ts';
import type { BoardState } from '../../protocol/wire/board.ts';
import type { Match } from '../match/match.ts';
import { juniorName, policyFor, withPublicNames } from '../match/public-names.ts';
import type { Participant } from '../store/game-list.ts';

/** The state for a public page. `policy`: of the club or tournament. */
export function publicState(match: Match, policy: PublicNames = match.fixture.publicNames): BoardState {
  const fixture = { ...match.fixture, publicNames: policyFor('public', policy) };
  return withPublicNames({ fixture, pairings: match.pairings, named: match.named }, null);
}

/** The participants of a club game with the names that a public page shows. */
export const publicParticipants = (participants: readonly Participant[], policy: PublicNames): Participant[] =>
  participants.map((one) =>
    one.player.player_type === 'junior'
      ? { ...one, player: { ...one.player, name: juniorName(one.player.name, 'public', policy) } }
      : one,
  );
