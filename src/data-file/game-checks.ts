// Checks that a schema cannot do: the lists of a game must agree with each other.
import type { FileGame } from '../../protocol/data-file/data-file.ts';
import type { Draft } from './draft.ts';
import { type Json, type Row, textOf } from './rows.ts';

type CheckedGame = {
  readonly game: FileGame;
  readonly place: string;
  /** The lists after the import: from the file, or stored if the file leaves them out. */
  readonly teams: readonly Row[];
  readonly matchups: readonly Row[];
  readonly participants: readonly Row[];
};

/** Adds a fault for a number that is no team of the game. */
type RequireTeam = (team: Json | undefined, place: string, message?: string) => void;

/** Adds the faults of a game: of its teams, pairings, participants and results. */
export function checkGame(draft: Draft, checked: CheckedGame): void {
  const { game, place, teams } = checked;
  const numbers = new Set(teams.map((team) => Number(team['number'])));
  const requireTeam: RequireTeam = (team, at, message = `The game has no team ${textOf(team)}.`) => {
    if (typeof team === 'number' && !numbers.has(team)) draft.faults.add(at, message);
  };
  checkTeams(draft, game, place);
  checkMatchups(draft, checked, requireTeam);
  checkParticipants(draft, checked, requireTeam);
  checkResults(draft, checked, requireTeam);
  draft.users.mustExist(game.organizer_id, `${place}.organizer_id`);
}

function checkTeams({ faults }: Draft, game: FileGame, place: string): void {
  const seen = new Set<number>();
  for (const [index, { number }] of (game.teams ?? []).entries()) {
    if (seen.has(number)) faults.add(`${place}.teams[${index}].number`, `Team ${number} is listed twice.`);
    seen.add(number);
  }
}

function checkMatchups({ faults }: Draft, { game, place, matchups }: CheckedGame, requireTeam: RequireTeam): void {
  const given = game.matchups ?? [];
  const seen = new Set<number>();
  for (const [index, { match_index, home_team, away_team }] of given.entries()) {
    const at = `${place}.matchups[${index}]`;
    if (seen.has(match_index)) faults.add(`${at}.match_index`, `The pairing ${match_index} is listed twice.`);
    seen.add(match_index);
    requireTeam(home_team, `${at}.home_team`);
    requireTeam(away_team, `${at}.away_team`);
    if (away_team === home_team) faults.add(`${at}.away_team`, 'A team cannot play against itself.');
  }
  if (given.length > 0) return;
  for (const team of matchups.flatMap(({ home_team, away_team }) => [home_team, away_team])) {
    const message = `Team ${textOf(team)} is in a stored matchup. Keep the team, or send new matchups too.`;
    requireTeam(team, `${place}.teams`, message);
  }
}

function checkParticipants(draft: Draft, { game, place, participants }: CheckedGame, requireTeam: RequireTeam): void {
  const { faults } = draft;
  const seen = new Map<string, number | null>();
  for (const [index, { player_type, id, team = null }] of (game.participants ?? []).entries()) {
    const at = `${place}.participants[${index}]`;
    requireTeam(team, `${at}.team`);
    if (player_type === 'guest' || typeof id !== 'number') continue;
    draft[player_type === 'user' ? 'users' : 'juniors'].mustExist(id, `${at}.id`);
    const player = `${player_type} ${id}`;
    const other = seen.get(player);
    if (other !== undefined && other !== team) faults.add(`${at}.team`, `The ${player} can be on one team only.`);
    else if (other !== undefined) faults.add(`${at}.id`, `The ${player} can take part only once.`);
    seen.set(player, team);
  }
  if (game.participants) return;
  for (const { team } of participants) {
    const message = `Team ${textOf(team)} has stored participants. Keep the team, or send new participants too.`;
    requireTeam(team, `${place}.teams`, message);
  }
}

function checkResults({ users }: Draft, { game, place }: CheckedGame, requireTeam: RequireTeam): void {
  for (const team of Object.keys(game.scores ?? {})) requireTeam(Number(team), `${place}.scores.${team}`);
  for (const [index, goal] of (game.goals ?? []).entries()) {
    const at = `${place}.goals[${index}]`;
    requireTeam(Number(goal.team), `${at}.team`);
    users.mustExist(goal.user_id, `${at}.user_id`);
    users.mustExist(goal.assister_user_id, `${at}.assister_user_id`);
  }
}
