// What a person opens: the stadium screen. Its address carries a token, so nothing of it is kept, referred or logged.
import { parseChannel } from '../../protocol/ids.ts';
import { bearerOf } from '../auth/bearer.ts';
import { channelForbidden } from '../auth/refusal.ts';
import type { ChannelState } from '../../protocol/board.ts';
import { screenPage } from '../pages/screen/page.ts';
import { notFound, Problem, unavailable } from '../problem.ts';
import { type Answer, headerBlock, NOSNIFF } from './answer.ts';
import type { Callers } from './callers.ts';
import type { Exchange } from './exchange.ts';
import type { BuiltPages } from './files.ts';
import { type LiveDeps, readableChannel } from './live.ts';
import type { RouteSpec } from './router.ts';

export type PagesDeps = Omit<LiveDeps, 'makeViewToken'> & {
  /** null: not built, as when the sources are run directly. */
  readonly pages?: BuiltPages | null | undefined;
};

const html = headerBlock({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  // Badges come from wherever the data file says; screens are shown in frames by other people's pages.
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self' ws: wss:",
    'img-src * data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  ...NOSNIFF,
});

export const pageRoutes = (deps: PagesDeps, { callerOfBearer }: Callers): readonly RouteSpec[] => {
  async function screen(exchange: Exchange): Promise<Answer> {
    const parsed = parseChannel(exchange.param('channel'));
    if (!parsed) throw notFound('Channel');
    const assets = deps.pages?.manifest['screen'];
    const token = exchange.query().get('token') ?? '';
    const caller = await callerOfBearer(exchange, bearerOf(token === '' ? '' : `Bearer ${token}`));
    const channel = await readableChannel(deps, caller, parsed);
    if (!channel) throw channelForbidden(parsed.channel);
    if (!assets) throw unavailable(new Error('The pages are not built.'));
    const title = titleOf(channel.newest().state);
    return { status: 200, headers: html, body: screenPage({ channel: parsed.channel, assets, title }) };
  }

  return [
    {
      name: 'screen',
      method: 'GET',
      path: '/screen/{channel}',
      async handle(exchange) {
        try {
          return await screen(exchange);
        } catch (error) {
          if (error instanceof Problem) return refusalPage(error);
          throw error;
        }
      },
    },
  ];
};

const titleOf = (state: ChannelState): string => ('title' in state ? state.title : state.slug);

const titles: Readonly<Record<number, string>> = {
  401: 'This screen cannot be opened with this address',
  403: 'This screen cannot be opened with this token',
  404: 'There is no such screen',
  429: 'One moment',
  503: 'One moment',
};
const advice: Readonly<Record<number, string>> = {
  401:
    'A screen needs a view token in its address: /screen/match:701?token=… ' +
    'Whoever manages the match makes one with POST /api/v1/view_tokens.',
  403: 'The token is good, but not for this channel: make a view token that names it.',
  404: 'A screen shows game:ID, match:ID, club:SLUG or tournament:SLUG.',
  429: 'This page tries again by itself.',
  503: 'This page tries again by itself.',
};

/** A screen on a wall has nobody to press a key: what may pass is tried again. */
function refusalPage(problem: Problem): Answer {
  const { status } = problem;
  const refresh = status === 503 || status === 429 ? { refresh: '5' } : {};
  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${titles[status] ?? 'Touchline'}</title><meta name="robots" content="noindex"></head>
<body>
<h1>${titles[status] ?? 'Touchline'}</h1>
<p>${advice[status] ?? ''}</p>
</body>
</html>
`;
  return { status, headers: html, more: { ...problem.headers, ...refresh }, body };
}
