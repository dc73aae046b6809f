// The score on other sites: the script of the element (`/embed.js`) and what it draws (`/embed/{channel}`). Public games and
// matches only, for everyone, without cookies.
import type { Board, BoardState } from '../../../protocol/wire/board.ts';
import { type MatchRef, parseChannel } from '../../../protocol/wire/ids.ts';
import type { EmbeddedScore } from '../../browser/embed/score.ts';
import { directionOf } from '../../browser/shared/language.ts';
import { hasShootout, showsClock } from '../../browser/shared/match-status.ts';
import { placeNamesIn } from '../../browser/shared/place-languages.ts';
import { withPlaceNames } from '../../browser/shared/place-names.ts';
import { type Fixture, hasOneHalf } from '../../match/fixture.ts';
import { headerBlock, NOSNIFF } from '../../http/core/answer.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import { publicState } from '../../resources/public-state.ts';
import type { PageRef } from '../../store/public-pages.ts';
import { builtPage, contentFor, fileAt } from '../built-files.ts';
import { scoreText, statusText } from './board.tsx';
import { EMBED_ADDRESS } from './embed-snippet.tsx';
import { gamePath } from './game-line.tsx';
import { pathOf, pollSecondsOf, positionMark, type PublicPagesDeps } from './page.ts';
import { type PublicWords, publicWords } from './public-words.ts';
import type { PublicFile } from './serve.ts';

type ScoreRef = Extract<PageRef, { kind: 'score' }>;

/** Every site may read it; the element needs the server's time for its clock. */
const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Date',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

export const scoreFile = (deps: PublicPagesDeps): PublicFile<ScoreRef> => ({
  name: 'embedded-score',
  path: '/embed/{channel}',
  headers: { 'content-type': 'application/json; charset=utf-8', ...NOSNIFF },
  alwaysHeaders: OPEN,
  memberView: 'all',
  isForMembers: false,
  refOf(exchange) {
    const parsed = parseChannel(exchange.param('channel'));
    return parsed && 'id' in parsed ? { kind: 'score', of: parsed.kind, id: parsed.id } : null;
  },
  async read({ of, id }, access, _audience, lang) {
    const ref: MatchRef = `${of}:${id}`;
    const found = await deps.matchChannel(ref);
    if (found === null) return null;
    const { fixture } = found.match;
    const words = publicWords(lang);
    const state = withPlaceNames(publicState(found.match), placeNamesIn(lang));
    const kickOff = fixture.kind === 'game' ? fixture.kickOff : null;
    const pollSeconds = pollSecondsOf([{ state, kickOff }], Date.now());
    const url = deps.baseUrl() + pagePathOf(fixture);
    return {
      version: `${access.version}\n${positionMark(found.position)}\n${pollSeconds}`,
      make: () => JSON.stringify(embeddedScore({ state, isOneHalf: hasOneHalf(fixture), url, pollSeconds, words })),
    };
  },
});

const pagePathOf = (fixture: Fixture): string =>
  fixture.kind === 'game'
    ? gamePath(fixture.clubSlug, fixture.slug)
    : pathOf('tournaments', fixture.tournament.slug, 'matches', fixture.id);

type ScoreParts = {
  readonly state: BoardState;
  readonly isOneHalf: boolean;
  readonly url: string;
  readonly pollSeconds: number;
  readonly words: PublicWords;
};

const embeddedScore = ({ state, isOneHalf, url, pollSeconds, words }: ScoreParts): EmbeddedScore => ({
  lang: words.lang,
  dir: directionOf(words.lang),
  title: state.title,
  url,
  pollSeconds,
  boards: Object.values<Board>(state.matches).flatMap((board) =>
    board.away === undefined
      ? []
      : [
          {
            home: board.home.name,
            away: board.away.name,
            score: scoreText(board),
            penalties: hasShootout(board)
              ? words.texts.afterPenalties(board.score.home_penalties ?? 0, board.score.away_penalties ?? 0)
              : null,
            status: statusText(board, words.screen, isOneHalf),
            isLive: board.status === 'live',
            clock: showsClock(board) ? board.clock : null,
          },
        ],
  ),
});

const script = headerBlock({
  'content-type': 'text/javascript; charset=utf-8',
  // Other sites name it without a hash of its content: a new version reaches them within five minutes.
  'cache-control': 'public, max-age=300',
  vary: 'Accept-Encoding',
  ...OPEN,
  ...NOSNIFF,
});

/** `/embed.js`. Throws Problem 503 when the pages are not built. */
export const embedScriptRoute = ({ pages }: Pick<PublicPagesDeps, 'pages'>): RouteSpec => ({
  name: 'embed-script',
  access: 'public',
  method: 'GET',
  path: EMBED_ADDRESS,
  handle(exchange) {
    const { js } = builtPage(pages, 'embed');
    const file = fileAt(pages, js);
    if (file === undefined) throw new Error(`The build has no ${js}.`);
    return { status: 200, headers: script, ...contentFor(exchange, file) };
  },
});
