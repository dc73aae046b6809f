// A small match to play in tests: fixtures, markers by minute, and commands carried out one after the other.
import type { Board, BoardEvent } from '../../protocol/wire/board.ts';
import { MATCH_MARKER_TYPES, type MarkerType } from '../../protocol/wire/marker.ts';
import type { Marker } from '../../protocol/rest/marker.ts';
import { markerBody } from '../../protocol/rest/marker.ts';
import { DEFAULT_FORMAT, type Fixture, type GameFixture, type TournamentFixture } from '../../src/match/fixture.ts';
import { applyChange, decide, type Match, openMatch } from '../../src/match/match.ts';
import type { Command, Decision, Outcome } from '../../src/match/command.ts';
import { uuid } from './uuid.ts';
import { HILLTOP, RIVERSIDE } from './world/clubs.ts';
import { AUTUMN_CUP } from './world/tournaments.ts';

/** Kick-off of every match here. */
export const KICK_OFF = Date.UTC(2026, 10, 22, 10);
/** Server time: long enough after for every marker. */
export const NOW = KICK_OFF + 6 * 60 * 60_000;

/** Team 1: users 1, 2, 3 (keeper) and junior 1; team 2: users 4, 5, 6 (keeper) and junior 2; user 9 on no team. */
export const game = (over: Partial<GameFixture> = {}): GameFixture => ({
  kind: 'game',
  id: 100,
  slug: 'sunday-5s',
  title: 'Sunday 5s',
  clubId: RIVERSIDE.id,
  clubSlug: RIVERSIDE.slug,
  gameMode: false,
  publicNames: 'full',
  lineupEdits: null,
  kickOff: KICK_OFF,
  format: DEFAULT_FORMAT,
  teams: [
    { number: 1, shortName: null, name: 'Reds', color: '#1e40af' },
    { number: 2, shortName: null, name: 'Bibs', color: '#ff8800' },
  ],
  pairings: [{ index: 0, home: 1, away: 2 }],
  players: [
    { type: 'user', id: 1, name: 'Ana', team: 1 },
    { type: 'user', id: 2, name: 'Bea', team: 1 },
    { type: 'user', id: 3, name: 'Gil', team: 1 },
    { type: 'user', id: 4, name: 'Dan', team: 2 },
    { type: 'user', id: 5, name: 'Eva', team: 2 },
    { type: 'user', id: 6, name: 'Kim', team: 2 },
    { type: 'user', id: 9, name: 'Zoe', team: null },
    { type: 'junior', id: 1, name: 'Kid One', team: 2 },
    { type: 'junior', id: 7, name: 'Kid Seven', team: 1 },
  ],
  ...over,
});

/** Teams 1–4 in two pairings (`100_0`, `100_1`), user 7 in team 3, user 8 in team 4; `bye` adds team 5 as `100_2`. */
export const bigGame = (bye = false): GameFixture => {
  const base = game();
  const team = (number: number): GameFixture['teams'][number] => ({
    number,
    name: `Team ${String(number)}`,
    shortName: null,
    color: '#000000',
  });
  return {
    ...base,
    teams: [...base.teams, team(3), team(4), ...(bye ? [team(5)] : [])],
    pairings: [
      { index: 0, home: 1, away: 2 },
      { index: 1, home: 3, away: 4 },
      ...(bye ? [{ index: 2, home: 5, away: null }] : []),
    ],
    players: [
      ...base.players,
      { type: 'user', id: 7, name: 'Fay', team: 3 },
      { type: 'user', id: 8, name: 'Hal', team: 4 },
    ],
  };
};

/** Team 71 (club 10; users 1–3) at home to team 72 (club 11; users 4–6). */
export const cupMatch = (
  given: Partial<TournamentFixture['given']> = {},
  over: Partial<TournamentFixture> = {},
): TournamentFixture => ({
  kind: 'match',
  id: 701,
  title: 'Riverside vs Hilltop',
  tournament: AUTUMN_CUP,
  publicNames: 'full',
  lineupEdits: null,
  format: DEFAULT_FORMAT,
  home: { id: 71, clubId: RIVERSIDE.id, slug: RIVERSIDE.slug, name: 'Riverside', badgeUrl: null, shortName: null },
  away: {
    id: 72,
    clubId: HILLTOP.id,
    slug: HILLTOP.slug,
    name: 'Hilltop',
    badgeUrl: 'https://example.org/b.png',
    shortName: null,
  },
  authorizedClubs: [],
  players: game()
    .players.filter(({ type, team }) => type === 'user' && team !== null)
    .map(({ id, name, team }) => ({ id, name, team: team === 1 ? 'home' : 'away' })),
  given: { status: 'scheduled', score: null, playedAt: null, ...given },
  ...over,
});

export const empty = (fixture: Fixture): Match => openMatch({ fixture, seq: 0, markers: [], hand: {} });

export type Body = {
  id?: number | string;
  /** Minutes after kick-off of the day, not of the match clock. */
  at: number;
  type: MarkerType;
  by?: number | string | undefined;
  byType?: 'user' | 'junior';
  with?: number | string;
  withType?: 'user' | 'junior';
  team?: string | number;
  label?: string;
  minute?: string | number;
  scorer?: string;
  own_goal?: boolean;
  match_id?: string;
};

/** The schemas of bodies. Making one takes longer than using it. */
export const markerBodies = { game: markerBody('game'), match: markerBody('match') };

/** A body as a client sends it, parsed as the server does. Without an id it gets one made of time and type. */
export function marker(of: 'game' | 'match', body: Body): Marker {
  const { id, at, by, byType, with: second, withType, ...rest } = body;
  const made = Math.round(at * 60_000) * 100 + MATCH_MARKER_TYPES.indexOf(body.type);
  return markerBodies[of].parse({
    ...rest,
    id: typeof id === 'string' ? id : uuid(id ?? made + 1_000_000_000_000),
    timestamp: new Date(KICK_OFF + Math.round(at * 60_000)).toISOString(),
    primary_player_pc_id: by,
    primary_player_type: byType,
    secondary_player_pc_id: second,
    secondary_player_type: withType,
  });
}

const repeatOf = (match: Match): 'update' | 'report' => (match.fixture.kind === 'game' ? 'update' : 'report');

/** Decides and applies. */
export function run(match: Match, command: Command, now = NOW): { match: Match; outcome: Outcome; decision: Decision } {
  const decision = decide(match, command, now);
  const next = decision.change === null ? match : applyChange(match, decision.change);
  return { match: next, outcome: decision.outcome, decision };
}

export const send = (match: Match, body: Body): ReturnType<typeof run> =>
  run(match, { kind: 'record', marker: marker(match.fixture.kind, body), repeat: repeatOf(match) });

export const drop = (match: Match, id: number | string): ReturnType<typeof run> =>
  run(match, { kind: 'delete', key: typeof id === 'string' ? id.toLowerCase() : uuid(id) });

/** The match after these bodies; throws when one is refused. */
export const play = (start: Match | Fixture, ...bodies: readonly Body[]): Match => {
  const match = 'state' in start ? start : empty(start);
  return postAll(
    match,
    bodies.map((body) => marker(match.fixture.kind, body)),
  );
};

export const postAll = (match: Match, markers: readonly Marker[]): Match =>
  markers.reduce((before: Match, sent) => {
    const { match: after, outcome } = run(before, { kind: 'record', marker: sent, repeat: repeatOf(before) });
    if (outcome.kind === 'refused') throw new Error(`${sent.type}: ${JSON.stringify(outcome.details)}`);
    return after;
  }, match);

/** The same match folded from the beginning. */
export const refolded = (match: Match): Match =>
  openMatch({ fixture: match.fixture, seq: match.seq, markers: [...match.markers.values()], hand: match.hand });

export function boardOf(match: Match, id?: string): Board {
  const boards: Readonly<Record<string, Board>> = match.state.matches;
  const board = id === undefined ? Object.values(boards)[0] : boards[id];
  if (board === undefined) throw new Error(`no board ${id ?? ''}`);
  return board;
}

/** The event of a marker id (number or UUID). */
export function eventOf(match: Match, id: number | string): BoardEvent | undefined {
  const boards: Readonly<Record<string, Board>> = match.state.matches;
  const key = typeof id === 'string' ? id : uuid(id);
  return Object.values(boards).flatMap(({ events }) => events[key] ?? [])[0];
}
