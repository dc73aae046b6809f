// Tournament matches for lists. Each fixture is built from data read once for the whole tournament. It equals the one that
// fixtures.ts reads, without the fields that only the live channel needs.
import type {
  LineupPlayer,
  Tournament,
  TournamentMatch,
  TournamentPlayer,
  TournamentTeam,
} from '../../protocol/rest/tournament.ts';
import type { Place } from '../../protocol/data-file/place.ts';
import type { FixtureSide, MatchPlayer, TournamentFixture } from '../match/fixture.ts';
import type { Match } from '../match/apply.ts';
import { addTo } from '../match/group-by.ts';

/** Fields of a match's fixture; `home` and `away` are ids of the tournament's teams. */
export type MatchHead = Pick<TournamentFixture, 'id' | 'format' | 'given' | 'lineupEdits'> & {
  readonly home: number | null;
  readonly away: number | null;
};

/** Data-file fields of a match that its fixture does not have. */
export type MatchDetails = {
  readonly stage: Pick<TournamentMatch, 'stage' | 'group_name' | 'round' | 'knockout_round' | 'knockout_round_label'>;
  /** ms since 1970 */
  readonly scheduledAt: number | null;
  readonly place: Pick<TournamentMatch, 'field' | 'pitch'>;
  /** Where each side comes from; null: its team was set by hand. */
  readonly from: { readonly home: Place | null; readonly away: Place | null };
  readonly homePlaceholder: string | null;
  readonly awayPlaceholder: string | null;
  readonly remarks: Pick<TournamentMatch, 'stream_url' | 'notes'>;
  /** In the order of the file. */
  readonly lineup: readonly (LineupPlayer & { readonly side: 'home' | 'away'; readonly starter: boolean })[];
};

/** Data-file fields of a team. */
export type TeamDetails = Pick<TournamentTeam, 'id' | 'name' | 'club_id' | 'club_slug' | 'group_name'>;
export type PlayedMatch = { readonly details: MatchDetails; readonly match: Match };

/** Data read once for the whole tournament. */
type Read = {
  readonly tournament: Pick<Tournament, 'id' | 'slug' | 'name'>;
  readonly teams: readonly TeamDetails[];
  readonly players: readonly {
    readonly person: Pick<TournamentPlayer, 'id' | 'name'>;
    readonly team: Pick<TournamentPlayer, 'team_id'>;
  }[];
};

/** The fixture of a match, with the names and players of its sides. */
export function fixtureOf(head: MatchHead, details: MatchDetails, read: Read): TournamentFixture {
  const { id, slug, name } = read.tournament;
  const home = sideOf(head.home, details.homePlaceholder, read);
  const away = sideOf(head.away, details.awayPlaceholder, read);
  return {
    kind: 'match',
    id: head.id,
    format: head.format,
    given: head.given,
    lineupEdits: head.lineupEdits,
    title: `${home.name} vs ${away.name}`,
    tournament: { id, slug, name },
    // The lists have full names, and say themselves what other readers than staff get.
    publicNames: 'full',
    home,
    away,
    authorizedClubs: [],
    players: playersOf(head, details, read),
  };
}

function sideOf(id: number | null, placeholder: string | null, { teams }: Read): FixtureSide {
  const team = teams.find((one) => one.id === id);
  return {
    id,
    clubId: team?.club_id ?? null,
    slug: team?.club_slug ?? null,
    name: team?.name ?? placeholder ?? 'TBD',
    badgeUrl: null,
    shortName: null,
  };
}

/** A player in no line-up plays for his team in the tournament (rule SIDE-1). */
function playersOf(head: MatchHead, { lineup }: MatchDetails, { players }: Read): MatchPlayer[] {
  const listed = lineup.map(({ id, name, side }): MatchPlayer => ({ id, name, team: side }));
  const known = new Set(listed.map(({ id }) => id));
  const teams = teamsOf(players);
  // In the order of the players: by team.
  for (const teamId of [...new Set([head.home, head.away])].sort((a, b) => (a ?? 0) - (b ?? 0))) {
    const side = teamId === head.home ? 'home' : 'away';
    for (const { id, name } of (teamId !== null && teams.get(teamId)) || [])
      if (!known.has(id)) listed.push({ id, name, team: side });
  }
  return listed;
}

type Players = Read['players'];
type Teams = Map<number, Players[number]['person'][]>;
const teamsByPlayers = new WeakMap<Players, Teams>();

/** The players by their team, made once for all matches of a tournament. */
function teamsOf(players: Players): Teams {
  const known = teamsByPlayers.get(players);
  if (known) return known;
  const teams: Teams = new Map();
  for (const { person, team } of players) {
    if (team.team_id !== null) addTo(teams, team.team_id, person);
  }
  teamsByPlayers.set(players, teams);
  return teams;
}
