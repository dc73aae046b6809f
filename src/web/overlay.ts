// The overlay of a stream: GET /overlay/{channel}. No opaque page may come on air: the page of a problem has no background.
// Its script loads it again, and leaves no page of a proxy on air; without scripts the browser does. Only with `monitor` it says
// what to do.
import { readOverlay } from '../browser/overlay/options.ts';
import { directionOf, type Language } from '../browser/shared/language.ts';
import { monitorLanguages } from '../browser/shared/monitor-languages.ts';
import { reloadElement } from './reload-script.ts';
import type { Problem } from '../ops/problem.ts';
import type { Answer } from '../http/core/answer.ts';
import type { Callers } from '../http/core/callers.ts';
import { channelPageRoutes, type PageDataDeps, pageHeaders, type PagePolicy } from './page-data.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { type ChannelPage, channelPage } from './layout/channel-document.ts';
import { escapeHtml } from './layout/escape-html.ts';
import { ICON } from './layout/icon.ts';

export const overlayRoutes = (deps: PageDataDeps, callers: Callers): readonly RouteSpec[] =>
  channelPageRoutes(deps, callers, {
    name: 'overlay',
    html: overlayPage,
    read(exchange, policy) {
      const { delay, monitor, lang } = readOverlay(exchange.query().toString()).values;
      const css = deps.pages?.manifest['overlay']?.css;
      const script = deps.pages?.manifest['retry']?.js;
      const reload = reloadElement(deps.pages);
      return {
        delayMs: delay * 1_000,
        renderProblem: (problem) => problemPage(problem, monitor, { policy, css, script, reload, lang }),
      };
    },
  });

/** Seconds until a reload: short for a passing failure, long for a bad address or token. */
const AGAIN_SOON_S = 5;
const AGAIN_S = 30;

/** Transparent; the title and, with `monitor`, one sentence tell the operator what to do (rule PAGE-19). */
function problemPage(problem: Problem, isMonitored: boolean, frame: ProblemFrame): Answer {
  const { policy, css, script, reload, lang } = frame;
  const { status } = problem;
  const again = status === 503 || status === 429 || status === 500 ? AGAIN_SOON_S : AGAIN_S;
  const sentence = escapeHtml(sentenceOf(problem, lang));
  const stylesheet = isMonitored && css !== undefined ? `<link rel="stylesheet" href="${escapeHtml(css)}">` : '';
  const monitor = isMonitored
    ? `\n<aside class="monitor bad" dir="${directionOf(lang)}"><p>${sentence}</p></aside>`
    : '';
  const retry =
    script === undefined
      ? ''
      : `${reload}\n<script type="module" src="${escapeHtml(script)}"></script>\n<noscript><meta http-equiv="refresh" content="${again}"></noscript>`;
  const refresh = script === undefined ? { refresh: String(again) } : {};
  const body = `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><title>${sentence}</title><meta name="robots" content="noindex">
<link rel="icon" href="${ICON}">${stylesheet}${retry}</head>
<body data-status="${status}">${monitor}
</body>
</html>
`;
  return { status, headers: pageHeaders, more: { ...policy, ...problem.headers, ...refresh }, body };
}

/** What the operator must do. */
function sentenceOf({ status, message }: Problem, lang: Language): string {
  const { advice, wait, notReady, tooMany } = monitorLanguages[lang];
  if (status === 401 || status === 403 || status === 404) return advice[status];
  if (lang === 'en') return wait(message);
  return wait(status === 429 ? tooMany : notReady);
}

type ProblemFrame = {
  readonly lang: Language;
  readonly policy: PagePolicy;
  /** Address of the overlay's stylesheet; missing when the pages are not built. */
  readonly css: string | undefined;
  /** Address of the script that tries again; missing when the pages are not built. */
  readonly script: string | undefined;
  /** The element of the script that loads the page again: see reload-script.ts. */
  readonly reload: string;
};

/** The HTML of `GET /overlay/{channel}`. */
export const overlayPage = (page: ChannelPage): string => channelPage(page, { tag: 'main', id: 'overlay' });
