// The overlay of a stream: GET /overlay/{channel}. No opaque page may come on air: a refusal is a page without a background
// that reloads itself. It shows the reason only with `monitor=1`.
import { readOverlay } from '../browser/overlay/options.ts';
import { Problem, unavailable } from '../ops/problem.ts';
import type { Answer } from '../http/core/answer.ts';
import type { Callers } from '../http/core/callers.ts';
import type { Exchange } from '../http/core/exchange.ts';
import type { BuiltPages } from './built-files.ts';
import { openPageChannels, type PageDataDeps, pageHeaders, titleOf } from './page-data.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { type ChannelPage, channelPage } from './layout/channel-document.ts';

export type OverlayDeps = PageDataDeps & {
  /** Null when the pages are not built, for example when the sources run directly. */
  readonly pages?: BuiltPages | null | undefined;
};

export function overlayRoutes(deps: OverlayDeps, callers: Callers): readonly RouteSpec[] {
  const channels = openPageChannels(deps, callers);

  async function overlay(exchange: Exchange, query: string): Promise<Answer> {
    const assets = deps.pages?.manifest['overlay'];
    const opened = await channels.open(exchange);
    if (!assets) throw unavailable(new Error('The pages are not built.'));
    const data = await channels.data(opened, readOverlay(query).values.delay * 1_000);
    const title = titleOf(opened.channel.newest().state);
    return {
      status: 200,
      headers: pageHeaders,
      body: overlayPage({ channel: opened.parsed.channel, assets, title, data }),
    };
  }

  return [
    {
      name: 'overlay',
      method: 'GET',
      path: '/overlay/{channel}',
      async handle(exchange) {
        const query = exchange.query().toString();
        try {
          return await overlay(exchange, query);
        } catch (error) {
          if (error instanceof Problem) return refusalPage(error, readOverlay(query).values.monitor);
          throw error;
        }
      },
    },
    { name: 'overlay-facts', method: 'GET', path: '/overlay/{channel}/facts', handle: channels.answerFacts },
  ];
}

const advice: Readonly<Record<number, string>> = {
  401: 'An overlay needs a view token in its address: /overlay/match:701?token=…',
  403: 'The token is not for this channel: make a view token that names it.',
  404: 'An overlay shows game:ID, match:ID, club:SLUG or tournament:SLUG.',
};
/** Seconds until a reload: short for a passing failure, long for a bad address or token. */
const AGAIN_SOON_S = 5;
const AGAIN_S = 30;

function refusalPage(problem: Problem, isMonitored: boolean): Answer {
  const { status } = problem;
  const again = status === 503 || status === 429 || status === 500 ? AGAIN_SOON_S : AGAIN_S;
  const told = `${problem.message} ${advice[status] ?? ''} This page tries again in ${again} seconds.`;
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Overlay: ${status}</title><meta name="robots" content="noindex"></head>
<body>${isMonitored ? `\n<p>${told}</p>` : ''}
</body>
</html>
`;
  return { status, headers: pageHeaders, more: { ...problem.headers, refresh: String(again) }, body };
}

/** The HTML of `GET /overlay/{channel}`. */
export const overlayPage = (page: ChannelPage): string => channelPage(page, { tag: 'main', id: 'overlay' });
