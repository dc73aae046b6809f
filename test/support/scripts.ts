// Real match scripts (`match-script/1`) as fixtures and as request bodies, once as a tournament match, once as a club game.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Marker } from '../../protocol/rest/marker.ts';
import { markerBody } from '../../protocol/rest/marker.ts';
import { DEFAULT_FORMAT, type GameFixture, type TournamentFixture } from '../../src/match/fixture.ts';
import { sharedFolder } from './shared.ts';

type SideName = 'home' | 'away';
type Sides<T> = Record<SideName, T>;
type ScriptPlayer = { id: number; name: string; jersey_number: number | null; position: string | null };
type ScriptSide = { name: string; lineup: { starters: ScriptPlayer[]; substitutes: ScriptPlayer[] } };

/** A marker as a tournament match takes it, plus `x`, which is not posted. */
type ScriptMarker = {
  id: string;
  timestamp: string;
  type: string;
  team: SideName | null;
  primary_player_pc_id: string | null;
  primary_player_type: string | null;
  secondary_player_pc_id: string | null;
  secondary_player_type: string | null;
  scorer: string | null;
  minute: string | null;
  label: string | null;
  x: Record<string, unknown>;
};

export type Expected = {
  score: Sides<number>;
  penalties: Sides<number> | null;
  winner: SideName | null;
  statistics: Sides<Record<string, number>>;
  goals: {
    team: SideName;
    scorer_id: number;
    scorer: string;
    minute: string;
    own_goal: boolean;
    penalty: boolean;
    assist_id: number | null;
  }[];
  card_counts: Sides<{ yellow: number; second_yellow: number; red: number }>;
  shootout: { team: SideName; scored: boolean }[] | null;
};

export type Script = {
  slug: string;
  detail: string;
  kickoff_utc: string;
  home: ScriptSide;
  away: ScriptSide;
  markers: ScriptMarker[];
  expected: Expected;
};

/** Slugs of the scripts; empty where there is no shared folder. */
export function scriptSlugs(): string[] {
  const folder = sharedFolder();
  if (folder === null) return [];
  const index = JSON.parse(readFileSync(resolve(folder, 'matches/index.json'), 'utf8')) as { slug: string }[];
  return index.map(({ slug }) => slug);
}

/** Throws where there is no shared folder, or no such script. */
export function readScript(slug: string): Script {
  const folder = sharedFolder();
  if (folder === null) throw new Error('No match scripts here.');
  return JSON.parse(readFileSync(resolve(folder, 'matches', `${slug}.json`), 'utf8')) as Script;
}

/** The bodies to post to a tournament match, in time order. */
export const matchBodies = (script: Script): Record<string, unknown>[] =>
  script.markers.map(({ x: _, ...body }) => body);

const CLUB_TYPES: Readonly<Record<string, string>> = {
  HalfTime: 'Break',
  ExtraTime1: 'Resume',
  ExtraTime2: 'Resume',
  FullTime: 'End',
};

/** The bodies to post to a game: club types, without `team`, `scorer`, `minute`. */
export const gameBodies = (script: Script): Record<string, unknown>[] =>
  matchBodies(script).map(({ team: _team, scorer: _scorer, minute: _minute, ...body }) => ({
    ...body,
    type: CLUB_TYPES[String(body['type'])] ?? body['type'],
  }));

export const parsed = (of: 'game' | 'match', bodies: readonly unknown[]): Marker[] => {
  const schema = markerBody(of);
  return bodies.map((body) => schema.parse(body));
};

const players = (side: ScriptSide): ScriptPlayer[] => [...side.lineup.starters, ...side.lineup.substitutes];

/** The script's match in a tournament: teams 71 (club 10) and 72 (club 11). */
export function matchFixture(script: Script, id = 701): TournamentFixture {
  const side = (name: SideName, team: number, clubId: number): TournamentFixture['home'] => ({
    id: team,
    clubId,
    slug: `club-${String(clubId)}`,
    name: script[name].name,
    badgeUrl: null,
    shortName: null,
  });
  return {
    kind: 'match',
    id,
    title: `${script.home.name} vs ${script.away.name}`,
    tournament: { id: 7, slug: 'cup', name: 'Cup' },
    publicNames: 'full',
    lineupEdits: null,
    format: DEFAULT_FORMAT,
    home: side('home', 71, 10),
    away: side('away', 72, 11),
    authorizedClubs: ['club-10'],
    players: (['home', 'away'] as const).flatMap((team) =>
      players(script[team]).map((player) => ({ id: player.id, name: player.name, team })),
    ),
    given: { status: 'scheduled', score: null, playedAt: null },
  };
}

/** The script's match as a club game of teams 1 (home) and 2 (away). */
export function gameFixture(script: Script, id = 100): GameFixture {
  return {
    kind: 'game',
    id,
    slug: script.slug,
    title: script.slug,
    clubId: 10,
    clubSlug: 'club-10',
    gameMode: false,
    publicNames: 'full',
    lineupEdits: null,
    kickOff: Date.parse(script.kickoff_utc),
    format: DEFAULT_FORMAT,
    teams: [
      { number: 1, shortName: null, name: script.home.name, color: '#1e40af' },
      { number: 2, shortName: null, name: script.away.name, color: '#ffffff' },
    ],
    pairings: [{ index: 0, home: 1, away: 2 }],
    players: (['home', 'away'] as const).flatMap((team, index) =>
      players(script[team]).map((player) => ({
        type: 'user' as const,
        id: player.id,
        name: player.name,
        team: index + 1,
      })),
    ),
  };
}
