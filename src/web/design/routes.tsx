// `/design`: every component in its states, for people who change the look, and for the test that compares pictures. In
// production it does not exist.
import { BUILD_KINDS } from '../../browser/builder/fields.ts';
import type { Exchange } from '../../http/core/exchange.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import { notFound } from '../../ops/not-found.ts';
import { builtPage, type BuiltPages } from '../built-files.ts';
import { pageLanguageOf } from '../error-pages.ts';
import { channelPage } from '../layout/channel-document.ts';
import { contentPolicy } from '../layout/content-policy.ts';
import { htmlAnswer } from '../layout/html-answer.ts';
import { pageHeaders } from '../page-data.ts';
import { BuilderSample } from './builder-sample.tsx';
import { DesignPage } from './page.tsx';
import { sitePage } from './site-samples.ts';

export type DesignDeps = {
  readonly isProduction: boolean;
  readonly pages?: BuiltPages | null | undefined;
};

/** The samples load nothing but files of this site, and may be framed by it. */
const policy = contentPolicy({ 'script-src': "'self'", 'frame-ancestors': "'self'" });

/** For a sample that is a page of the site, with its script. Browsers that know `frame-ancestors` ignore `X-Frame-Options`. */
const framed = contentPolicy({ 'frame-src': "'self'", 'frame-ancestors': "'self'", 'script-src': "'self'" });

/** The element that each kind of page draws into. */
const ROOTS = { screen: 'div', overlay: 'main', console: 'div', embed: 'div' } as const;

/** No routes in production, so that `/design` answers 404 there. */
export function designRoutes({ isProduction, pages }: DesignDeps): readonly RouteSpec[] {
  if (isProduction) return [];
  const route = { name: 'design', access: 'public', method: 'GET' } as const;
  const sample = (kind: keyof typeof ROOTS): RouteSpec => ({
    ...route,
    path: `/design/${kind}`,
    handle: (_exchange: Exchange) => {
      const assets = builtPage(pages, `design-${kind}`);
      const about = { channel: 'match:704', assets, title: `A sample of the ${kind}` };
      const body = channelPage(about, { tag: ROOTS[kind], id: kind });
      return { status: 200, headers: pageHeaders, more: policy, body };
    },
  });
  return [
    {
      ...route,
      path: '/design',
      handle: (exchange: Exchange) => htmlAnswer(pageLanguageOf(exchange), 200, <DesignPage />, { hasFrames: true }),
    },
    {
      ...route,
      path: '/design/builder',
      handle(exchange: Exchange) {
        const query = exchange.query();
        const kind = BUILD_KINDS.find((one) => one === query.get('kind')) ?? 'screen';
        const entries = (['wrong', 'made'] as const).find((one) => query.has(one)) ?? 'none';
        const page = <BuilderSample kind={kind} entries={entries} />;
        return htmlAnswer(pageLanguageOf(exchange), 200, page, { more: framed });
      },
    },
    {
      ...route,
      path: '/design/site',
      handle(exchange: Exchange) {
        const language = pageLanguageOf(exchange);
        const found = sitePage(exchange.query().get('page') ?? '');
        if (found === null) throw notFound('Page');
        const { page, script } = found;
        const scripts = script === undefined ? [] : [builtPage(pages, script).js];
        return htmlAnswer({ ...language, scripts }, 200, page(language), { more: framed });
      },
    },
    ...(['screen', 'overlay', 'console', 'embed'] as const).map(sample),
  ];
}
