// The stadium screen: GET /screen/{channel}. Its address holds a token, so it is not cached, not sent as a referrer and not
// logged.
import { retryDocument } from './retry-document.ts';
import { wordsOf } from '../browser/shared/languages.ts';
import { readSettings } from '../browser/screen/options.ts';
import type { Callers } from '../http/core/callers.ts';
import { channelPageRoutes, type PageDataDeps, pageHeaders } from './page-data.ts';
import { reloadElement } from './reload-script.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { type ChannelPage, channelPage } from './layout/channel-document.ts';

export const screenRoutes = (deps: PageDataDeps, callers: Callers): readonly RouteSpec[] =>
  channelPageRoutes(deps, callers, {
    name: 'screen',
    html: screenPage,
    read(exchange, policy) {
      const query = exchange.query();
      const { delayMs, lang } = readSettings(query.toString());
      const hasToken = (query.get('token') ?? '') !== '';
      const channel = exchange.param('channel');
      const assets = deps.pages?.manifest['retry'] ?? null;
      return {
        delayMs,
        renderProblem({ status, headers }) {
          const body = retryDocument({ channel, hasToken, lang, status, assets, reload: reloadElement(deps.pages) });
          return { status, headers: pageHeaders, more: { ...policy, ...headers }, body };
        },
      };
    },
  });

/** The HTML of `GET /screen/{channel}`. */
export const screenPage = (page: ChannelPage): string =>
  channelPage(page, { tag: 'div', id: 'screen', otherwise: wordsOf(page.lang ?? 'en').noScript });
