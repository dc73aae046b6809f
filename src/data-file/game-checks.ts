// Checks that a schema cannot do: the lists of a game must agree with each other.
import type { FileGame } from '../../protocol/data-file/data-file.ts';
import type { GameReferences } from './draft.ts';
import type { Faults } from './json-path.ts';
import type { Row } from './rows.ts';

type CheckedGame = {
  readonly game: FileGame;
  readonly place: string;
  /** The lists after the import: from the file, or stored if the file leaves them out. */
  readonly teams: readonly Row[];
  readonly matchups: readonly Row[];
  readonly participants: readonly Row[];
};

export function checkGame(faults: Faults, references: GameReferences, checked: CheckedGame): void {
  const { game, place, teams } = checked;
  const numbers = new Set(teams.map((team) => Number(team['number'])));
  checkTeams(faults, game, place);
  checkMatchups(faults, checked, numbers);
  checkParticipants(faults, references, checked, numbers);
  checkResults(faults, references, checked, numbers);
  references.users.want(game.organizer_id, `${place}.organizer_id`);
}

function checkTeams(faults: Faults, game: FileGame, place: string): void {
  const seen = new Set<number>();
  for (const [index, { number }] of (game.teams ?? []).entries()) {
    if (seen.has(number)) faults.add(`${place}.teams[${index}].number`, `Team ${number} is listed twice.`);
    seen.add(number);
  }
}

function checkMatchups(faults: Faults, { game, place, matchups }: CheckedGame, numbers: ReadonlySet<number>): void {
  const given = game.matchups ?? [];
  const seen = new Set<number>();
  for (const [index, { match_index, home_team, away_team }] of given.entries()) {
    const at = `${place}.matchups[${index}]`;
    if (seen.has(match_index)) faults.add(`${at}.match_index`, `The pairing ${match_index} is listed twice.`);
    seen.add(match_index);
    if (!numbers.has(home_team)) faults.add(`${at}.home_team`, `The game has no team ${home_team}.`);
    if (typeof away_team !== 'number') continue;
    if (!numbers.has(away_team)) faults.add(`${at}.away_team`, `The game has no team ${away_team}.`);
    if (away_team === home_team) faults.add(`${at}.away_team`, 'A team cannot play against itself.');
  }
  if (given.length > 0) return;
  for (const { home_team, away_team } of matchups) {
    for (const team of [home_team, away_team]) {
      if (typeof team === 'number' && !numbers.has(team)) {
        faults.add(`${place}.teams`, `Team ${team} is in a stored matchup. Keep the team, or send new matchups too.`);
      }
    }
  }
}

function checkParticipants(
  faults: Faults,
  references: GameReferences,
  { game, place, participants }: CheckedGame,
  numbers: ReadonlySet<number>,
): void {
  const seen = new Map<string, number | null>();
  for (const [index, { player_type, id, team = null }] of (game.participants ?? []).entries()) {
    const at = `${place}.participants[${index}]`;
    if (team !== null && !numbers.has(team)) faults.add(`${at}.team`, `The game has no team ${team}.`);
    if (player_type === 'guest' || typeof id !== 'number') continue;
    references[player_type === 'user' ? 'users' : 'juniors'].want(id, `${at}.id`);
    const player = `${player_type} ${id}`;
    const other = seen.get(player);
    if (other !== undefined && other !== team) faults.add(`${at}.team`, `The ${player} can be on one team only.`);
    else if (other !== undefined) faults.add(`${at}.id`, `The ${player} can take part only once.`);
    seen.set(player, team);
  }
  if (game.participants) return;
  for (const { team } of participants) {
    if (typeof team === 'number' && !numbers.has(team)) {
      faults.add(
        `${place}.teams`,
        `Team ${team} has stored participants. Keep the team, or send new participants too.`,
      );
    }
  }
}

function checkResults(
  faults: Faults,
  references: GameReferences,
  { game, place }: CheckedGame,
  numbers: ReadonlySet<number>,
): void {
  for (const team of Object.keys(game.scores ?? {})) {
    if (!numbers.has(Number(team))) faults.add(`${place}.scores.${team}`, `The game has no team ${team}.`);
  }
  for (const [index, goal] of (game.goals ?? []).entries()) {
    const at = `${place}.goals[${index}]`;
    if (!numbers.has(Number(goal.team))) faults.add(`${at}.team`, `The game has no team ${goal.team}.`);
    references.users.want(goal.user_id, `${at}.user_id`);
    references.users.want(goal.assister_user_id, `${at}.assister_user_id`);
  }
}
