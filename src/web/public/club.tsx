// `/clubs/{slug}`: live games, the next ones, results, squad. Members see all games, all others the public ones.
import type { MemberRow } from '../../store/club-profile.ts';
import type { ClubLists, ClubView, PastGame } from '../../resources/club-lists.ts';
import { pageLanguages } from '../../browser/shared/page-languages.ts';
import { publicState } from '../../resources/public-state.ts';
import type { PageAccess, PageRef } from '../../store/public-pages.ts';
import { byNameIn } from '../layout/by-name.ts';
import { Crest, ownPath } from '../layout/crest.tsx';
import { Table } from '../layout/table.tsx';
import { Live, PublicDocument, Written } from './document.tsx';
import { GameLine, gamePath, listedScore, scoreLine } from './game-line.tsx';
import { loadMark, PAGE, pageContent, pathOf, pollSecondsOf, type PublicPagesDeps, sharedOf } from './page.ts';
import { type PublicWords, publicWords } from './public-words.ts';
import type { PublicFile } from './serve.ts';
import { LongList } from '../layout/pieces.tsx';

type ClubPageRef = Extract<PageRef, { kind: 'club' }>;
type ListedGame = ClubView['games'][number];

/** The page's ref by the parameter `slug`. */
export const clubPageRef = (exchange: { readonly param: (name: string) => string }): ClubPageRef => ({
  kind: 'club',
  slug: exchange.param('slug'),
});

/** What a reader sees of a club: `isMember` or not. */
export async function readClub(lists: ClubLists, { isMember }: Pick<PageAccess, 'isMember'>) {
  const { club, members, games } = lists.view();
  const isShown = ({ is_public: isPublic }: { readonly is_public: boolean }): boolean => isPublic || isMember;
  const shown = games.filter(({ details, isPast }) => !isPast && isShown(details.terms));
  const results = (await lists.results()).filter(isShown);
  return { club, members, coming: shown, results };
}

export const clubFile = (deps: PublicPagesDeps): PublicFile<ClubPageRef> => ({
  ...PAGE,
  name: 'public-club',
  path: '/clubs/{slug}',
  memberView: 'members',
  refOf: clubPageRef,
  async read(ref, access, { userId }, lang) {
    const lists = await deps.clubs.get(ref.slug);
    if (lists === null) return null;
    const isMember = userId !== null && access.isMember;
    const data = await readClub(lists, { isMember });
    const now = Date.now();
    const pollSeconds = pollSecondsOf(data.coming.map(pollable), now);
    const seqs = data.coming.map(({ match }) => match.seq).join();
    const scores = data.results.map(({ score, cancellation }) => `${score} ${cancellation !== null}`).join();
    const parts = [access.version, access.isPublic, loadMark(lists), pollSeconds, data.coming.length, seqs, scores];
    const words = publicWords(lang);
    return pageContent(parts, { lang, path: pathOf('clubs', ref.slug) }, () =>
      clubPage({ deps, access, data, pollSeconds, words }),
    );
  },
});

const pollable = ({ match }: ListedGame) => ({ state: match.state, kickOff: kickOffOf({ match }) });
const kickOffOf = ({ match: { fixture } }: Pick<ListedGame, 'match'>): number | null =>
  fixture.kind === 'game' ? fixture.kickOff : null;

type ClubPageProps = {
  readonly deps: PublicPagesDeps;
  readonly access: PageAccess;
  readonly data: Awaited<ReturnType<typeof readClub>>;
  readonly pollSeconds: number;
  readonly words: PublicWords;
};

function clubPage({ deps, access, data: { club, members, coming, results }, pollSeconds, words }: ClubPageProps) {
  const { texts } = words;
  const path = pathOf('clubs', club.slug);
  const page = sharedOf({ deps, access, path, lang: words.lang });
  const isLive = ({ match }: ListedGame): boolean =>
    Object.values(match.state.matches).some(({ status }) => status === 'live');
  const [live, next] = [coming.filter(isLive), coming.filter((game) => !isLive(game))];
  return (
    <PublicDocument
      {...page}
      title={club.name}
      description={texts.clubAbout(club.name)}
      data={{ '@context': 'https://schema.org', '@type': 'SportsTeam', name: club.name, url: page.address }}
      home={null}
      pollSeconds={pollSeconds}
      calendar={`${path}/calendar.ics`}
    >
      <h1 class="named">
        <Crest path={ownPath(club.badge_url, deps.baseUrl())} size={48} />
        <span>{club.name}</span>
      </h1>
      <p class="about">{[club.city, club.location].filter((name) => name !== null).join(' · ')}</p>
      <Written text={club.description} />
      <Live id="live">
        {live.length > 0 && (
          <section aria-labelledby="live-title">
            <h2 id="live-title">{texts.live}</h2>
            <GameList games={live} words={words} />
          </section>
        )}
      </Live>
      <Live id="next">
        <section aria-labelledby="next-title">
          <h2 id="next-title">{texts.next}</h2>
          {next.length === 0 ? <p class="small">{texts.nothingNext}</p> : <GameList games={next} words={words} />}
        </section>
      </Live>
      <Live id="results">
        <Results games={results} words={words} />
      </Live>
      <Squad members={members} words={words} />
    </PublicDocument>
  );
}

const GameList = ({ games, words }: { readonly games: readonly ListedGame[]; readonly words: PublicWords }) => (
  <ul class="list matches">
    <LongList
      of={games}
      entry={({ details, match }) => {
        const state = publicState(match);
        if (match.fixture.kind !== 'game') return <></>;
        const { clubSlug, slug, title, kickOff } = match.fixture;
        return (
          <GameLine
            path={gamePath(clubSlug, slug)}
            title={title}
            at={kickOff}
            zone={details.place.timezone}
            score={
              match.fixture.cancellation
                ? (words.screen.statuses.cancelled ?? '')
                : listedScore(state, match.fixture.teams)
            }
            words={words}
          />
        );
      }}
    />
  </ul>
);

const Results = ({ games, words }: { readonly games: readonly PastGame[]; readonly words: PublicWords }) => (
  <section aria-labelledby="results-title">
    <h2 id="results-title">{words.texts.results}</h2>
    {games.length === 0 ? (
      <p class="small">{words.texts.nothingPlayed}</p>
    ) : (
      <ul class="list matches">
        <LongList
          of={games}
          entry={({ title, url, date_time: at, timezone, score, result, cancellation }) => (
            <GameLine
              path={new URL(url).pathname}
              title={title}
              at={Date.parse(at)}
              zone={timezone}
              score={cancellation === null ? resultText(score, result.scores) : (words.screen.statuses.cancelled ?? '')}
              words={words}
            />
          )}
        />
      </ul>
    )}
  </section>
);

/** Two teams as on a board, `Reds 2–1 Bibs`; `all`: the scores of all teams in words, null without one. */
function resultText(all: string | null, [home, away, ...others]: PastGame['result']['scores']): string {
  if (all === null || home === undefined || away === undefined || others.length > 0) return all ?? '';
  const scores = `${home.team} ${home.score} · ${away.team} ${away.score}`;
  if (!all.startsWith(scores)) return all;
  return `${scoreLine(home.team, `${home.score}–${away.score}`, away.team)}${all.slice(scores.length)}`;
}

type SquadProps = { readonly members: readonly MemberRow[]; readonly words: PublicWords };

const Squad = ({ members, words: { texts, lang } }: SquadProps) =>
  members.length === 0 ? null : (
    <section>
      <h2 id="squad">{texts.squad}</h2>
      <div class="titled">
        <Table
          caption={texts.squad}
          head={[texts.player, { short: texts.number, long: pageLanguages[lang].squad.number }, texts.position]}
          rows={members
            .toSorted(byNameIn(lang))
            .map(({ slug, name, jersey_number: number, effective_position: position }) => [
              <a href={pathOf('players', slug)}>{name}</a>,
              number ?? '',
              position === null ? '' : texts.positions[position],
            ])}
        />
      </div>
    </section>
  );
