// Lists of one tournament for readers: profile with tables, players, matches with line-ups.
import type { PublicNames } from '../../protocol/data-file/fields.ts';
import type { MatchStatus } from '../../protocol/wire/board.ts';
import type { Facts } from '../../protocol/rest/facts.ts';
import type { TournamentHead, TournamentPlayer, TournamentTeam } from '../../protocol/rest/tournament.ts';
import { matchFacts, nextMatches, tournamentFacts, zoneOf } from './facts.ts';
import type { Match } from '../match/match.ts';
import { policyFor } from '../match/public-names.ts';
import { matchResult } from './result.ts';
import type { StandingsMatch } from '../match/standings.ts';
import { countingResult, matchResource, teamResources } from './tournament.ts';
import type { PlayedMatch } from '../store/match-list.ts';
import type { StoredTournament, TournamentMark, TournamentPlayerRow } from '../store/tournament-profile.ts';
import { type EncodedBody, openBodies } from './encoded-body.ts';
import { type CachedList, hasSamePositions, seqsOf } from './list-cache.ts';
import { isoTimeOrNull } from '../../protocol/wire/iso-time.ts';

type TournamentListsDeps = {
  readonly readMark: (tournamentId: number) => Promise<TournamentMark>;
  /** Address of the service, without a trailing slash. */
  readonly baseUrl: () => string;
};

export type TournamentLists = CachedList & {
  /** `GET /tournaments/{tournament_slug}`. */
  profile(): EncodedBody;
  /** `GET /tournaments/{tournament_slug}/players`. */
  players(): EncodedBody;
  /** `GET /tournaments/{tournament_slug}/matches`. */
  matches(): EncodedBody;
  /**
   * Matches as JSON, each with its tournament; unknown ids are left out. Full names for staff of the tournament, else the names of
   * the live states (rule NAME-3).
   */
  matchesOf(ids: readonly number[], audience: 'staff' | 'live'): readonly string[];
  /**
   * Facts for the pages of a match, or of the whole tournament (null). Null for an unknown match. Tables are those of the time
   * `at` (ms since 1970), as far back as this node has them.
   */
  facts(matchId: number | null, at?: number): Facts | null;
  /** The tournament as it is stored, its teams in table order and its matches by time. */
  view(): TournamentView;
  /** The tournament with the newest states of its matches: the same object until one of them changes. */
  current(): StoredTournament;
  /** Recent states of each match, for the lists that replace these. */
  versions(): Versions;
};

/** For pages. */
export type TournamentView = {
  readonly tournament: StoredTournament['tournament'];
  readonly publicNames: StoredTournament['publicNames'];
  readonly timezone: StoredTournament['timezone'];
  readonly teams: readonly TournamentTeam[];
  readonly crests: StoredTournament['crests'];
  /** By team, number and name. */
  readonly players: StoredTournament['players'];
  readonly matches: readonly PlayedMatch[];
};

/** The list entries of a match, made once per version. */
type Shown = { readonly json: string; readonly status: MatchStatus; readonly counting: readonly StandingsMatch[] };
type Listed = {
  readonly details: PlayedMatch['details'];
  match: Match;
  shown: Shown | null;
  earlier: readonly Earlier[];
};
/** A state that was current until then, ms since 1970. */
type Earlier = { readonly until: number; readonly match: Match };
type Versions = ReadonlyMap<number, Pick<Listed, 'match' | 'earlier'>>;

/** The longest delay of a page plus its loading time, ms. */
const KEPT_MS = 330_000;

/** `before`: the versions of the previous lists of this tournament. */
export function openTournamentLists(
  stored: StoredTournament,
  deps: TournamentListsDeps,
  before: TournamentLists | null = null,
): TournamentLists {
  const { tournament } = stored;
  const versions = before?.versions();
  const listed = new Map(
    stored.matches.map(({ details, match }): [number, Listed] => {
      const earlier = earlierOf(versions?.get(match.fixture.id), match);
      return [match.fixture.id, { details, match, shown: null, earlier }];
    }),
  );
  const bodies = openBodies({
    profile: profileJson,
    players: () => `{"tournament":${headJson},"players":${playersJson()}}`,
    matches: () => `{"tournament":${headJson},"matches":${matchesJson(shownAll())}}`,
  });
  const headJson = JSON.stringify(headOf(tournament));
  const { id, slug, name } = tournament;
  const tournamentJson = JSON.stringify({ tournament: { id, slug, name, timezone: zoneOf(stored) } });
  let playersMade: string | null = null;
  /** Most lists are loaded for matches and pages, which do without it. */
  const playersJson = (): string =>
    (playersMade ??= JSON.stringify(
      stored.players.map((player) => playerResource(tournament.tournament_type, player, deps.baseUrl())),
    ));
  /** The teams in table order, made once per version of the matches. */
  let teamsMade: readonly TournamentTeam[] | null = null;
  const teamsNow = (): readonly TournamentTeam[] =>
    (teamsMade ??= teamsOf(shownAll().flatMap(({ counting }) => counting)));
  let currentMade: StoredTournament | null = null;
  let knownPositions = stored.positions;
  let isIncomplete = false;

  function update(match: Match): void {
    const entry = listed.get(match.fixture.id);
    if (entry === undefined) {
      isIncomplete = true;
      return;
    }
    if (match.seq <= entry.match.seq) return;
    entry.earlier = earlierOf(entry, match);
    entry.match = match;
    entry.shown = null;
    teamsMade = null;
    currentMade = null;
    bodies.drop('profile', 'matches');
  }

  async function check(): Promise<boolean> {
    const before = seqsOf(listed.values());
    const mark = await deps.readMark(tournament.id);
    if (mark.version !== stored.version) return false;
    const isSame = hasSamePositions(mark.positions, knownPositions, before, seqsOf(listed.values()));
    if (isSame) knownPositions = mark.positions;
    return isSame;
  }

  const shownAll = (): Shown[] => [...listed.values()].map((entry) => (entry.shown ??= shownOf(entry)));
  const newest = (): PlayedMatch[] => [...listed.values()].map(({ details, match }) => ({ details, match }));
  const current = (): StoredTournament => (currentMade ??= { ...stored, matches: newest(), positions: knownPositions });
  const matchesJson = (shown: readonly Shown[]): string => `[${shown.map(({ json }) => json).join(',')}]`;

  const teamsOf = (counting: readonly StandingsMatch[]): TournamentTeam[] =>
    teamResources(stored.teams, counting, stored.tieBreaks);

  /** The version of a match that counted in the tables at that time. */
  function countingAt(entry: Listed, at: number): readonly StandingsMatch[] {
    const then = entry.earlier.find(({ until }) => until > at);
    return then
      ? countingResult({ details: entry.details, match: then.match })
      : (entry.shown ??= shownOf(entry)).counting;
  }

  function facts(matchId: number | null, at = Infinity): Facts | null {
    const teams =
      at === Infinity ? teamsNow() : teamsOf([...listed.values()].flatMap((entry) => countingAt(entry, at)));
    const matches = [...listed.values()];
    const now = Date.now();
    const about = { competition: tournament.name, zone: zoneOf(stored) };
    if (matchId === null) return tournamentFacts(about, matches, teams, now);
    const entry = listed.get(matchId);
    if (entry === undefined) return null;
    const { fixture } = entry.match;
    const sides: readonly unknown[] = fixture.kind === 'match' ? [fixture.home.id, fixture.away.id] : [];
    const players = stored.players
      .filter(({ team: { team_id: id } }) => id !== null && sides.includes(id))
      .map(({ person }) => person);
    return matchFacts(about, entry, teams, nextMatches(matches, matchId, { now, zone: about.zone }), players);
  }

  function profileJson(): string {
    const { description, start_date, end_date, location, host_club } = tournament;
    const shown = shownAll();
    const teams = teamsNow();
    const count = (...statuses: MatchStatus[]) => shown.filter(({ status }) => statuses.includes(status)).length;
    const rest = JSON.stringify({ description, start_date, end_date, location, host_club, teams });
    const counts = JSON.stringify({
      upcoming_match_count: count('scheduled'),
      completed_match_count: count('completed', 'awarded'),
    });
    const url = JSON.stringify({ url: `${deps.baseUrl()}/tournaments/${tournament.slug}` });
    return joined(headJson, rest, `{"players":${playersJson()}}`, counts, `{"matches":${matchesJson(shown)}}`, url);
  }

  return {
    profile: () => bodies.get('profile'),
    players: () => bodies.get('players'),
    matches: () => bodies.get('matches'),
    matchesOf: (ids, audience) =>
      ids.flatMap((id) => {
        const entry = listed.get(id);
        return entry === undefined
          ? []
          : [joined(tournamentJson, jsonFor(entry, policyFor(audience, stored.publicNames)))];
      }),
    facts,
    view: () => ({
      tournament,
      publicNames: stored.publicNames,
      timezone: stored.timezone,
      teams: teamsNow(),
      crests: stored.crests,
      players: stored.players,
      matches: current().matches,
    }),
    current,
    versions: () => listed,
    update,
    check,
    isIncomplete: () => isIncomplete,
    holdsFrom: -Infinity,
    holdsUntil: () => Infinity,
  };
}

/** States before `match` that pages may still show; only finished matches count in a table. */
function earlierOf(known: Pick<Listed, 'match' | 'earlier'> | undefined, match: Match): readonly Earlier[] {
  if (known === undefined) return [];
  const now = Date.now();
  const kept = known.earlier.filter(({ until }) => until > now - KEPT_MS);
  const isSame = known.match.seq === match.seq || !(countsInTable(known.match) || countsInTable(match));
  return isSame ? kept : [...kept, { until: now, match: known.match }];
}

const countsInTable = ({ state, fixture }: Match): boolean => {
  const status = state.matches[String(fixture.id)]?.status;
  return status === 'completed' || status === 'awarded';
};

/** Joins the members of several non-empty JSON objects into one. */
const joined = (...objects: string[]): string => `{${objects.map((json) => json.slice(1, -1)).join(',')}}`;

const jsonFor = (entry: Listed, policy: PublicNames): string =>
  policy === 'full'
    ? (entry.shown ??= shownOf(entry)).json
    : JSON.stringify(matchResource(entry.details, entry.match, policy));

const shownOf = ({ details, match }: Listed): Shown => ({
  json: JSON.stringify(matchResource(details, match)),
  status: matchResult(match).status,
  counting: countingResult({ details, match }),
});

const headOf = ({ id, name, slug, status, format, tournament_type }: TournamentHead): TournamentHead => ({
  id,
  name,
  slug,
  status,
  format,
  tournament_type,
});

/** The shape depends on the tournament's type. */
function playerResource(
  type: TournamentHead['tournament_type'],
  { person, captain, registration, team }: TournamentPlayerRow,
  baseUrl: string,
): TournamentPlayer {
  const rest = { ...team, profile_url: `${baseUrl}/players/${person.slug}` };
  if (type === 'inter_club') return { ...person, captain, ...rest };
  const { waiver_accepted_at: at } = registration;
  const waiver_accepted_at = isoTimeOrNull(at);
  return { ...person, ...registration, waiver_accepted_at, ...rest };
}
