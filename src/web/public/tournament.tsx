// `/tournaments/{slug}`: tables, bracket, fixtures, scorers, cards.
import type { ComponentChildren, VNode } from 'preact';
import type { TournamentTeam } from '../../../protocol/rest/tournament.ts';
import { matchFacts } from '../../resources/facts.ts';
import { pageLanguages } from '../../browser/shared/page-languages.ts';
import { placeNamesIn } from '../../browser/shared/place-languages.ts';
import { factsWithPlaceNames, type PlaceNames, withPlaceNames } from '../../browser/shared/place-names.ts';
import { inTurns } from '../../ops/turns.ts';
import { publicState } from '../../resources/public-state.ts';
import type { TournamentView } from '../../resources/tournament-lists.ts';
import type { PageAccess, PageRef } from '../../store/public-pages.ts';
import { signed } from '../../browser/shared/goal-difference.ts';
import { hasOneHalf } from '../../match/fixture.ts';
import { Named } from '../layout/crest.tsx';
import { Table } from '../layout/table.tsx';
import { Live, PublicDocument, Written } from './document.tsx';
import { Bracket, Fixtures, type ListedMatch } from './fixtures.tsx';
import {
  type CrestOf,
  crestsOf,
  loadMark,
  minutesOf,
  PAGE,
  pageContent,
  pathOf,
  pollSecondsOf,
  type PublicPagesDeps,
  sharedOf,
} from './page.ts';
import { type PublicWords, publicWords } from './public-words.ts';
import type { PublicFile } from './serve.ts';
import { dayText } from './when.tsx';
import { cardsOf, namedEntries, scorersOf } from './tournament-counts.ts';

type TournamentPageRef = Extract<PageRef, { kind: 'tournament' }>;

/** The page's ref by the parameter `slug`. */
export const tournamentPageRef = (exchange: { readonly param: (name: string) => string }): TournamentPageRef => ({
  kind: 'tournament',
  slug: exchange.param('slug'),
});

/** Players in the lists of scorers and cards. */
const LISTED_MAX = 30;

export const tournamentFile = (deps: PublicPagesDeps): PublicFile<TournamentPageRef> => ({
  ...PAGE,
  name: 'public-tournament',
  path: '/tournaments/{slug}',
  memberView: 'all',
  refOf: tournamentPageRef,
  async read(ref, access, _audience, lang) {
    const lists = await deps.tournaments.get(ref.slug);
    if (lists === null) return null;
    const now = Date.now();
    const view = lists.view();
    const matches = await inTurns(listedMatches(view, placeNamesIn(lang)));
    const pollSeconds = pollSecondsOf(matches, now);
    const seqs = view.matches.map(({ match }) => match.seq).join();
    const minutes = matches.map(({ state }) => minutesOf(state, now)).join();
    const words = publicWords(lang);
    const parts = [access.version, access.isPublic, loadMark(lists), seqs, minutes, pollSeconds];
    return pageContent(parts, { lang, path: pathOf('tournaments', ref.slug) }, () =>
      tournamentPage({ deps, access, view, matches, now, pollSeconds, words }),
    );
  },
});

/** In pieces: there may be thousands. */
function* listedMatches(
  { tournament, publicNames, timezone, matches }: TournamentView,
  names: PlaceNames,
): Generator<void, readonly ListedMatch[]> {
  const listed: ListedMatch[] = [];
  for (const { details, match } of matches) {
    const { id } = match.fixture;
    const state = withPlaceNames(publicState(match, publicNames), names);
    const facts = factsWithPlaceNames(
      matchFacts({ competition: tournament.name, zone: null }, { details, match }, []),
      names,
    );
    listed.push({
      id,
      state,
      board: state.matches[String(id)],
      kickOff: details.scheduledAt,
      zone: timezone,
      path: pathOf('tournaments', tournament.slug, 'matches', id),
      group: details.stage.group_name,
      round: facts.round,
      isOneHalf: hasOneHalf(match.fixture),
    });
    yield;
  }
  return listed;
}

type TournamentPageProps = {
  readonly deps: PublicPagesDeps;
  readonly access: PageAccess;
  readonly view: TournamentView;
  readonly matches: readonly ListedMatch[];
  readonly now: number;
  readonly pollSeconds: number;
  readonly words: PublicWords;
};

async function tournamentPage(props: TournamentPageProps): Promise<VNode> {
  const { deps, access, view, matches, now, pollSeconds, words } = props;
  const { tournament, teams } = view;
  const { texts } = words;
  const path = pathOf('tournaments', tournament.slug);
  const page = sharedOf({ deps, access, path, lang: words.lang });
  const description = texts.tournamentAbout(tournament.name);
  const crestOf = crestsOf(view, deps);
  const entries = await inTurns(namedEntries(matches.map(({ state }) => state)));
  const [scorers, cards] = [scorersOf(entries, words.lang), cardsOf(entries, words.lang)];
  const rowKey = ({ name, team }: { readonly name: string; readonly team: string }): string => `${name}, ${team}`;
  const slugs = new Map(view.players.map(({ person }) => [person.id, person.slug]));
  // Who sees the tournament sees the pages of its players (rule PUBLIC-1).
  const nameOf = ({ name, userId }: { readonly name: string; readonly userId: number | null }) => {
    const slug = userId === null ? undefined : slugs.get(userId);
    return slug === undefined ? name : <a href={pathOf('players', slug)}>{name}</a>;
  };
  const dates = [tournament.start_date, tournament.end_date].flatMap((date) =>
    date === null ? [] : [dayText(date, words.lang)],
  );
  const about = [
    ...(dates.length === 0 ? [] : [[...new Set(dates)].join(' – ')]),
    ...(tournament.location === null ? [] : [tournament.location]),
    ...(tournament.host_club === null ? [] : [texts.hostedBy(tournament.host_club.name)]),
  ];
  return (
    <PublicDocument
      {...page}
      title={tournament.name}
      description={description}
      data={seriesOf(tournament, description, page.address)}
      home={null}
      pollSeconds={pollSeconds}
      calendar={`${path}/calendar.ics`}
    >
      <h1>{tournament.name}</h1>
      <p class="about">{about.join(' · ')}</p>
      <Written text={tournament.description} />
      <Live id="tables">
        <Tables teams={teams} words={words} crestOf={crestOf} />
      </Live>
      <Live id="bracket">
        <Bracket matches={matches} words={words} crestOf={crestOf} />
      </Live>
      <Live id="fixtures">
        <Fixtures matches={matches} words={words} crestOf={crestOf} now={now} />
      </Live>
      <Live id="counts">
        <Counts
          title={texts.scorers}
          id="scorers"
          head={[texts.player, texts.team, texts.goals]}
          rowKeys={scorers.map(rowKey)}
          rows={scorers.map((row) => [nameOf(row), row.team, row.goals])}
        />
        <Counts
          title={texts.cards}
          id="cards"
          head={[texts.player, texts.team, words.screen.yellowCards, words.screen.redCards]}
          rowKeys={cards.map(rowKey)}
          rows={cards.map((row) => [nameOf(row), row.team, row.yellow, row.red])}
        />
      </Live>
    </PublicDocument>
  );
}

const seriesOf = (tournament: TournamentView['tournament'], description: string, url: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'SportsEvent',
  name: tournament.name,
  description,
  url,
  sport: 'Association football',
  ...(tournament.start_date === null ? {} : { startDate: tournament.start_date }),
  ...(tournament.end_date === null ? {} : { endDate: tournament.end_date }),
  ...(tournament.location === null ? {} : { location: { '@type': 'Place', name: tournament.location } }),
  ...(tournament.host_club === null
    ? {}
    : { organizer: { '@type': 'SportsOrganization', name: tournament.host_club.name } }),
});

/** The columns of a table of standings after the team. */
const COLUMNS = ['played', 'won', 'drawn', 'lost', 'difference', 'points'] as const;

type TablesProps = {
  readonly teams: readonly TournamentTeam[];
  readonly words: PublicWords;
  readonly crestOf: CrestOf;
};

export function Tables({ teams, words: { lang, screen, texts }, crestOf }: TablesProps) {
  const groups = [...new Set(teams.flatMap(({ group_name: group }) => (group === null ? [] : [group])))];
  if (groups.length === 0) return null;
  const hasCrests = teams.some((team) => crestOf(team) !== null);
  const { ties } = pageLanguages[lang].tournament;
  const long = { ...texts.columns, difference: ties.goal_difference };
  const head = [texts.team, ...COLUMNS.map((name) => ({ short: screen.columns[name], long: long[name] }))];
  return (
    <section aria-labelledby="tables-title">
      <h2 id="tables-title">{texts.tables}</h2>
      {groups.map((group) => {
        const own = teams.filter(({ group_name: name }) => name === group);
        return (
          <Table
            key={group}
            caption={texts.group(group)}
            head={head}
            rowKeys={own.map(({ name }) => name)}
            rows={own.map((team) => [
              <Named path={crestOf(team)} name={team.name} keepsPlace={hasCrests} />,
              team.matches_played,
              team.wins,
              team.draws,
              team.losses,
              <span dir="ltr">{signed(team.goal_difference)}</span>,
              <b>{team.points}</b>,
            ])}
          />
        );
      })}
    </section>
  );
}

type CountsProps = {
  readonly title: string;
  readonly id: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ComponentChildren[])[];
  readonly rowKeys?: readonly string[];
};

export const Counts = ({ title, id, head, rows, rowKeys = [] }: CountsProps) =>
  rows.length === 0 ? null : (
    <section>
      <h2 id={id}>{title}</h2>
      <div class="titled">
        <Table caption={title} head={head} rows={rows.slice(0, LISTED_MAX)} rowKeys={rowKeys} />
      </div>
    </section>
  );
