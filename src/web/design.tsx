// `/design`: every component in its states, for people who change the look, and for the test that compares pictures. In
// production it does not exist.
import { SAMPLE_NAMES, SAMPLE_NOW, SAMPLES } from '../browser/design/samples.ts';
import { STYLES } from '../browser/overlay/options.ts';
import { THEMES } from '../browser/screen/options.ts';
import type { Exchange } from '../http/core/exchange.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { builtPage, type BuiltPages } from './built-files.ts';
import { channelPage } from './layout/channel-document.ts';
import { DesignPage } from './layout/components.tsx';
import { pageLanguageOf } from './error-pages.ts';
import { htmlAnswer } from './layout/html-answer.ts';
import { pageHeaders } from './page-data.ts';
import { contentPolicy } from './layout/content-policy.ts';
import { Score, Shootout, Statistics, Timeline } from './public/board.tsx';
import { publicWords } from './public/public-words.ts';
import { PUBLIC_STYLE_ADDRESS } from './public/style.ts';

export type DesignDeps = {
  readonly isProduction: boolean;
  readonly pages?: BuiltPages | null | undefined;
};

/** The samples load nothing but files of this site, and may be framed by it. */
const policy = contentPolicy({ 'script-src': "'self'", 'frame-ancestors': "'self'" });

/** No routes in production, so that `/design` answers 404 there. */
export function designRoutes({ isProduction, pages }: DesignDeps): readonly RouteSpec[] {
  if (isProduction) return [];
  const route = { name: 'design', access: 'public', method: 'GET' } as const;
  const sample = (kind: 'screen' | 'overlay'): RouteSpec => ({
    ...route,
    path: `/design/${kind}`,
    handle: (_exchange: Exchange) => {
      const assets = builtPage(pages, `design-${kind}`);
      const root = { tag: kind === 'screen' ? 'div' : 'main', id: kind } as const;
      const body = channelPage({ channel: 'match:704', assets, title: `A sample of the ${kind}` }, root);
      return { status: 200, headers: pageHeaders, more: policy, body };
    },
  });
  return [
    {
      ...route,
      path: '/design',
      handle: (exchange: Exchange) =>
        htmlAnswer(pageLanguageOf(exchange), 200, <DesignPage frames={frames} publicParts={<PublicParts />} />, {
          hasFrames: true,
        }),
    },
    sample('screen'),
    sample('overlay'),
  ];
}

/** A match as its public page shows it, in the states that differ there. */
const PublicParts = () => (
  <section id="public" class="public" aria-labelledby="public-title">
    <link rel="stylesheet" href={PUBLIC_STYLE_ADDRESS} />
    <h2 id="public-title">Public pages</h2>
    {(['before', 'added', 'break', 'shootout'] as const).map((name) => {
      const { matches, ...state } = SAMPLES[name];
      // Each part of a page has ids that are made from the match's.
      const matchId = `sample-${name}`;
      const own = { ...state, matches: Object.fromEntries(Object.values(matches).map((board) => [matchId, board])) };
      const shown = { state: own, matchId, words: publicWords('en'), now: SAMPLE_NOW };
      return (
        <div key={name}>
          <Score {...shown} />
          <Shootout {...shown} />
          <Timeline {...shown} />
          <Statistics {...shown} />
        </div>
      );
    })}
  </section>
);

type SampleFrame = {
  readonly title: string;
  readonly src: string;
  readonly shape: 'wide' | 'strip' | 'upright';
};

const screenFrame = (state: string, theme: string, shape: SampleFrame['shape'] = 'wide'): SampleFrame => ({
  ...{ title: `Screen: ${state}, ${theme}, ${shape}`, shape },
  src: `/design/screen?state=${state}&theme=${theme}`,
});
const overlayFrame = (state: string, query: string): SampleFrame => ({
  ...{ title: `Overlay: ${state}, ${query}`, src: `/design/overlay?state=${state}&scale=1.5&${query}`, shape: 'wide' },
});

const frames: readonly SampleFrame[] = [
  ...SAMPLE_NAMES.map((state) => screenFrame(state, 'dark')),
  screenFrame('feed', 'dark'),
  screenFrame('feed', 'dark', 'upright'),
  ...THEMES.slice(1).map((theme) => screenFrame('added', theme)),
  ...(['before', 'live', 'shootout'] as const).flatMap((state) => [
    screenFrame(state, 'dark', 'strip'),
    screenFrame(state, 'dark', 'upright'),
  ]),
  screenFrame('before', 'dark&air=countdown'),
  screenFrame('live', 'dark&air=fixtures'),
  screenFrame('live', 'dark&air=text'),
  screenFrame('live', 'dark&font=inter&crest=team-1'),
  ...STYLES.map((style) => overlayFrame('added', `widgets=scorebug&style=${style}`)),
  ...STYLES.map((style) => overlayFrame('added', `widgets=scorebug&style=${style}&font=inter&crest=team-1`)),
  ...(['goal', 'card', 'substitution', 'lower-third', 'lineup', 'standings', 'fixtures'] as const).map((widget) =>
    overlayFrame('added', `widgets=${widget}`),
  ),
  overlayFrame('added', 'widgets=lineup&team=away'),
  overlayFrame('break', 'widgets=stats'),
  overlayFrame('shootout', 'widgets=shootout'),
  overlayFrame('before', 'widgets=countdown'),
];
