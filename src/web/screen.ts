// The stadium screen: GET /screen/{channel}. Its address holds a token, so it is not cached, not sent as a referrer and not
// logged.
import { retryDocument } from './retry-document.ts';
import { readSettings } from '../browser/screen/options.ts';
import { Problem, unavailable } from '../ops/problem.ts';
import type { Answer } from '../http/core/answer.ts';
import type { Callers } from '../http/core/callers.ts';
import type { Exchange } from '../http/core/exchange.ts';
import type { BuiltPages } from './built-files.ts';
import { openPageChannels, type PageDataDeps, pageHeaders, titleOf } from './page-data.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { type ChannelPage, channelPage } from './layout/channel-document.ts';

export type ScreenDeps = PageDataDeps & {
  /** Null when the pages are not built, for example when the sources run directly. */
  readonly pages?: BuiltPages | null | undefined;
};

export const screenRoutes = (deps: ScreenDeps, callers: Callers): readonly RouteSpec[] => {
  const channels = openPageChannels(deps, callers);

  async function screen(exchange: Exchange, { delayMs }: { readonly delayMs: number }): Promise<Answer> {
    const assets = deps.pages?.manifest['screen'];
    const opened = await channels.open(exchange);
    if (!assets) throw unavailable(new Error('The pages are not built.'));
    const data = await channels.data(opened, delayMs);
    const title = titleOf(opened.channel.newest().state);
    return {
      status: 200,
      headers: pageHeaders,
      body: screenPage({ channel: opened.parsed.channel, assets, title, data }),
    };
  }

  function refusal({ status, headers }: Problem, asked: Asked): Answer {
    const assets = deps.pages?.manifest['retry'] ?? null;
    return { status, headers: pageHeaders, more: headers, body: retryDocument({ ...asked, status, assets }) };
  }

  return [
    {
      name: 'screen',
      method: 'GET',
      path: '/screen/{channel}',
      async handle(exchange) {
        // Read before the first `await`: uWebSockets.js drops the head after it.
        const query = exchange.query();
        const { delayMs, lang } = readSettings(query.toString());
        const asked = { channel: exchange.param('channel'), hasToken: (query.get('token') ?? '') !== '', lang };
        try {
          return await screen(exchange, { delayMs });
        } catch (error) {
          if (error instanceof Problem) return refusal(error, asked);
          throw error;
        }
      },
    },
    { name: 'screen-facts', method: 'GET', path: '/screen/{channel}/facts', handle: channels.answerFacts },
  ];
};

type Asked = { readonly channel: string; readonly hasToken: boolean; readonly lang: string };

/** The HTML of `GET /screen/{channel}`. */
export const screenPage = (page: ChannelPage): string =>
  channelPage(page, { tag: 'div', id: 'screen', otherwise: 'This screen needs JavaScript.' });
