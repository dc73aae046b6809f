// The overlay of a stream: GET /overlay/{channel}. No opaque page may come on air: the page of a problem has no background and
// reloads itself. It shows the reason only with `monitor=1`.
import { readOverlay } from '../browser/overlay/options.ts';
import type { Problem } from '../ops/problem.ts';
import type { Answer } from '../http/core/answer.ts';
import type { Callers } from '../http/core/callers.ts';
import { channelPageRoutes, type PageDataDeps, pageHeaders, type PagePolicy } from './page-data.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { type ChannelPage, channelPage } from './layout/channel-document.ts';

export const overlayRoutes = (deps: PageDataDeps, callers: Callers): readonly RouteSpec[] =>
  channelPageRoutes(deps, callers, {
    name: 'overlay',
    html: overlayPage,
    read(exchange, policy) {
      const { delay, monitor } = readOverlay(exchange.query().toString()).values;
      return { delayMs: delay * 1_000, renderProblem: (problem) => problemPage(problem, monitor, policy) };
    },
  });

const advice: Readonly<Record<number, string>> = {
  401: 'An overlay needs a view token in its address: /overlay/match:701?token=…',
  403: 'The token is not for this channel. Make a view token for this channel.',
  404: 'An overlay shows game:ID, match:ID, club:SLUG or tournament:SLUG.',
};
/** Seconds until a reload: short for a passing failure, long for a bad address or token. */
const AGAIN_SOON_S = 5;
const AGAIN_S = 30;

function problemPage(problem: Problem, isMonitored: boolean, policy: PagePolicy): Answer {
  const { status } = problem;
  const again = status === 503 || status === 429 || status === 500 ? AGAIN_SOON_S : AGAIN_S;
  const message = `${problem.message} ${advice[status] ?? ''} This page retries in ${again} seconds.`;
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Overlay: ${status}</title><meta name="robots" content="noindex"></head>
<body>${isMonitored ? `\n<p>${message}</p>` : ''}
</body>
</html>
`;
  return { status, headers: pageHeaders, more: { ...policy, ...problem.headers, refresh: String(again) }, body };
}

/** The HTML of `GET /overlay/{channel}`. */
export const overlayPage = (page: ChannelPage): string => channelPage(page, { tag: 'main', id: 'overlay' });
