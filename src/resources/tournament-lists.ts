// Lists of one tournament for readers: profile with tables, players, matches with line-ups.
import type { MatchStatus } from '../../protocol/wire/board.ts';
import type { Facts } from '../../protocol/rest/facts.ts';
import type { TournamentHead, TournamentPlayer, TournamentTeam } from '../../protocol/rest/tournament.ts';
import { matchFacts, tournamentFacts } from './facts.ts';
import type { Match } from '../match/match.ts';
import { matchResult } from './result.ts';
import type { StandingsMatch } from '../match/standings.ts';
import { countingMatch, matchResource, teamResources } from './tournament.ts';
import type { PlayedMatch } from '../store/match-list.ts';
import type { StoredTournament, TournamentMark, TournamentPlayerRow } from '../store/tournament-profile.ts';
import { type EncodedBody, encodeBody } from './encoded-body.ts';
import type { CachedList } from './list-cache.ts';

export type TournamentListsDeps = {
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
   * Facts for the pages of a match, or of the whole tournament (null). Null for an unknown match. Tables are those of the time
   * `at` (ms since 1970), as far back as this node has them.
   */
  facts(matchId: number | null, at?: number): Facts | null;
  /** Recent states of each match, for the lists that replace these. */
  versions(): Versions;
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
type Name = 'profile' | 'players' | 'matches';

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
  const bodies = new Map<Name, EncodedBody>();
  const headJson = JSON.stringify(headOf(tournament));
  const playersJson = JSON.stringify(
    stored.players.map((player) => playerResource(tournament.tournament_type, player, deps.baseUrl())),
  );
  let isIncomplete = false;

  function take(match: Match): void {
    const entry = listed.get(match.fixture.id);
    if (entry === undefined) {
      isIncomplete = true;
      return;
    }
    if (match.seq <= entry.match.seq) return;
    entry.earlier = earlierOf(entry, match);
    entry.match = match;
    entry.shown = null;
    bodies.delete('profile');
    bodies.delete('matches');
  }

  async function check(): Promise<boolean> {
    const before = new Map([...listed].map(([id, { match }]) => [id, match.seq]));
    const mark = await deps.readMark(tournament.id);
    if (mark.version !== stored.version) return false;
    // As in club-lists: not ahead of this node now, not behind its position at the time of the query.
    return [...listed].every(([id, { match }]) => {
      const seq = mark.matches[String(id)];
      return seq !== undefined && seq <= match.seq && seq >= (before.get(id) ?? 0);
    });
  }

  const made = (name: Name, json: () => string): EncodedBody => {
    const known = bodies.get(name);
    if (known !== undefined) return known;
    const body = encodeBody(json());
    bodies.set(name, body);
    return body;
  };

  const shownAll = (): Shown[] => [...listed.values()].map((entry) => (entry.shown ??= shownOf(entry)));
  const matchesJson = (shown: readonly Shown[]): string => `[${shown.map(({ json }) => json).join(',')}]`;

  const teamsOf = (shown: readonly Shown[]): TournamentTeam[] =>
    teamResources(
      stored.teams,
      shown.flatMap(({ counting }) => counting),
      stored.tieBreaks,
    );

  /** What counted of a match at that time. */
  function countingAt(entry: Listed, at: number): readonly StandingsMatch[] {
    const then = entry.earlier.find(({ until }) => until > at);
    return then
      ? countingMatch({ details: entry.details, match: then.match })
      : (entry.shown ??= shownOf(entry)).counting;
  }

  function facts(matchId: number | null, at = Infinity): Facts | null {
    const counting = [...listed.values()].flatMap((entry) => countingAt(entry, at));
    const teams = teamResources(stored.teams, counting, stored.tieBreaks);
    if (matchId === null) return tournamentFacts(tournament.name, teams);
    const entry = listed.get(matchId);
    return entry === undefined ? null : matchFacts(tournament.name, { id: matchId, details: entry.details }, teams);
  }

  function profileJson(): string {
    const { description, start_date, end_date, location, host_club } = tournament;
    const shown = shownAll();
    const teams = teamsOf(shown);
    const count = (...statuses: MatchStatus[]) => shown.filter(({ status }) => statuses.includes(status)).length;
    const rest = JSON.stringify({ description, start_date, end_date, location, host_club, teams });
    const counts = JSON.stringify({
      upcoming_match_count: count('scheduled'),
      completed_match_count: count('completed', 'awarded'),
    });
    const url = JSON.stringify({ url: `${deps.baseUrl()}/tournaments/${tournament.slug}` });
    return joined(headJson, rest, `{"players":${playersJson}}`, counts, `{"matches":${matchesJson(shown)}}`, url);
  }

  return {
    profile: () => made('profile', profileJson),
    players: () => made('players', () => `{"tournament":${headJson},"players":${playersJson}}`),
    matches: () => made('matches', () => `{"tournament":${headJson},"matches":${matchesJson(shownAll())}}`),
    facts,
    versions: () => listed,
    take,
    check,
    isIncomplete: () => isIncomplete,
    holdsUntil: () => Infinity,
  };
}

/** States before `match` that pages may still show; only finished matches count in a table. */
function earlierOf(known: Pick<Listed, 'match' | 'earlier'> | undefined, match: Match): readonly Earlier[] {
  if (known === undefined) return [];
  const now = Date.now();
  const kept = known.earlier.filter(({ until }) => until > now - KEPT_MS);
  const isSame = known.match.seq === match.seq || !(isOver(known.match) || isOver(match));
  return isSame ? kept : [...kept, { until: now, match: known.match }];
}

const isOver = ({ state, fixture }: Match): boolean => {
  const status = state.matches[String(fixture.id)]?.status;
  return status === 'completed' || status === 'awarded';
};

/** Joins the members of several non-empty JSON objects into one. */
const joined = (...objects: string[]): string => `{${objects.map((json) => json.slice(1, -1)).join(',')}}`;

const shownOf = ({ details, match }: Listed): Shown => ({
  json: JSON.stringify(matchResource(details, match)),
  status: matchResult(match).status,
  counting: countingMatch({ details, match }),
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
  player: TournamentPlayerRow,
  baseUrl: string,
): TournamentPlayer {
  const person = {
    id: player.id,
    slug: player.slug,
    name: player.name,
    avatar_url: player.avatarUrl,
    preferred_position: player.preferredPosition,
    secondary_positions: [...player.secondaryPositions],
    skill_level: player.skillLevel,
    jersey_number: player.jerseyNumber,
    team_position: player.teamPosition,
  };
  const team = {
    team_id: player.teamId,
    team_name: player.teamName,
    club_id: player.clubId,
    club_slug: player.clubSlug,
    profile_url: `${baseUrl}/players/${player.slug}`,
  };
  if (type === 'inter_club') return { ...person, captain: player.captain, ...team };
  return {
    ...person,
    registration_status: player.registrationStatus,
    jersey_size: player.jerseySize,
    jersey_name: player.jerseyName,
    jersey_number_preferences: [...player.jerseyNumberPreferences],
    waiver_accepted_at: player.waiverAcceptedAt === null ? null : new Date(player.waiverAcceptedAt).toISOString(),
    ...team,
  };
}
