// The games of a club with what staff can do: live, next, played.
import { SERVICE_IDS_FROM } from '../../../../protocol/rest/managed.ts';
import type { ClubLists, PastGame } from '../../../resources/club-lists.ts';
import type { Answer } from '../../../http/core/answer.ts';
import { Button, Form } from '../../layout/form.tsx';
import { usePageLanguage, useWords } from '../../layout/words.tsx';
import { listedScore } from '../../public/game-line.tsx';
import { When } from '../../public/when.tsx';
import type { Visit } from '../../site.ts';
import { ManagePage } from '../frame.tsx';
import type { Staff } from '../staff.ts';
import { entryOf } from '../../layout/entry-of.ts';

export type GamesPageDeps = {
  /** Throws Problem 503. */
  readonly clubs: { readonly get: (slug: string) => Promise<ClubLists | null> };
};

type ListedGame = {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** Kick-off, ms since 1970. */
  readonly at: number;
  readonly zone: string;
  /** '' without one. */
  readonly score: string;
  readonly isLive: boolean;
  readonly isCancelled: boolean;
};

type Games = { readonly coming: readonly ListedGame[]; readonly past: readonly ListedGame[] };

/** The page with the games. Throws Problem 503. */
export async function gamesPage({ clubs }: GamesPageDeps, staff: Staff): Promise<Answer> {
  const lists = await clubs.get(staff.resource.slug);
  const games: Games =
    lists === null
      ? { coming: [], past: [] }
      : { coming: comingOf(lists), past: (await lists.results()).map(playedGame) };
  return staff.visit.html(200, <GamesPage staff={staff} {...games} />);
}

const comingOf = (lists: ClubLists): readonly ListedGame[] =>
  lists.view().games.flatMap(({ details, match: { fixture, state }, isPast }) =>
    isPast || fixture.kind !== 'game'
      ? []
      : [
          {
            id: fixture.id,
            slug: fixture.slug,
            title: fixture.title,
            at: fixture.kickOff,
            zone: details.place.timezone,
            score: listedScore(state, fixture.teams),
            isCancelled: Boolean(fixture.cancellation),
            isLive: Object.values(state.matches).some(({ status }) => status === 'live'),
          },
        ],
  );

const playedGame = ({ id, slug, title, date_time: at, timezone: zone, score, cancellation }: PastGame): ListedGame => ({
  id,
  slug,
  title,
  at: Date.parse(at),
  zone,
  score: score ?? '',
  isLive: false,
  isCancelled: cancellation !== null,
});

/** What was done before the page was shown. */
export const noticeIn = ({ query, words }: Visit): string | null => entryOf(words.games.notices, query.get('done'));

function GamesPage({ staff, coming, past }: Games & { readonly staff: Staff }) {
  const { games: words, staff: frame } = useWords();
  const live = coming.filter(({ isLive }) => isLive);
  const next = coming.filter(({ isLive }) => !isLive);
  const isEmpty = coming.length === 0 && past.length === 0;
  return (
    <ManagePage staff={staff} section="games" title={frame.sections.games} notice={noticeIn(staff.visit)}>
      {isEmpty && <p>{words.none}</p>}
      <div class="actions">
        <a class="button" href={`${staff.address}/games/new`}>
          {words.newGame}
        </a>
      </div>
      {live.length > 0 && <GameList id="live" title={words.live} games={live} staff={staff} />}
      {!isEmpty && (
        <>
          <GameList id="next" title={words.next} games={next} staff={staff} empty={words.nothingNext} />
          <GameList id="past" title={words.past} games={past} staff={staff} empty={words.nothingPast} />
        </>
      )}
      {past.length >= PAST_LISTED && <p class="hint">{words.pastMax(PAST_LISTED)}</p>}
    </ManagePage>
  );
}

/** As many as `ClubLists.results` has. */
const PAST_LISTED = 20;

type GameListProps = {
  readonly id: 'live' | 'next' | 'past';
  readonly title: string;
  readonly games: readonly ListedGame[];
  readonly staff: Staff;
  readonly empty?: string;
};

const GameList = ({ id, title, games, staff, empty = '' }: GameListProps) => (
  <section aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`}>{title}</h2>
    {games.length === 0 ? (
      <p>{empty}</p>
    ) : (
      <ul class="game-list">
        {games.map((game) => (
          <GameRow key={game.id} game={game} staff={staff} isPast={id === 'past'} />
        ))}
      </ul>
    )}
  </section>
);

function GameRow({
  game,
  staff,
  isPast,
}: {
  readonly game: ListedGame;
  readonly staff: Staff;
  readonly isPast: boolean;
}) {
  const { language, words } = usePageLanguage();
  const { games: texts } = words;
  const { id, slug, title, at, zone, score, isCancelled } = game;
  const address = `${staff.address}/games`;
  const key = encodeURIComponent(slug);
  const club = encodeURIComponent(staff.resource.slug);
  return (
    <li>
      <p class="row-title">
        <a href={`/clubs/${club}/games/${key}`} dir="auto">
          {title}
        </a>
        {score !== '' && <bdi class="score">{score}</bdi>}
      </p>
      <p class="hint">
        <When at={at} lang={language} zone={zone} />
        {isCancelled && ` · ${texts.cancellation.state}`}
        {id < SERVICE_IDS_FROM && ` · ${texts.fromFile}`}
      </p>
      <div class="links">
        {!isPast && !isCancelled && (
          <Form action={`/me/console?channel=game:${id}`} csrf={staff.visit.csrf}>
            <Button label={`${texts.open}: ${title}`}>{texts.open}</Button>
          </Form>
        )}
        <a href={`${address}/${key}/edit`} aria-label={`${words.staff.edit}: ${title}`}>
          {words.staff.edit}
        </a>
        <a href={`${address}/new?from=${key}&when=now`} aria-label={`${texts.again}: ${title}`}>
          {texts.again}
        </a>
        <a href={`${address}/new?from=${key}`} aria-label={`${texts.nextWeek}: ${title}`}>
          {texts.nextWeek}
        </a>
      </div>
    </li>
  );
}
