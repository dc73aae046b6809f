// The page for a screen that is refused. A screen on a wall has no keyboard, so the page retries by itself: by its script,
// or by a reload where scripts do not run.
import { escapeHtml } from './layout/escape-html.ts';
import { ICON } from './layout/icon.ts';
import { directionOf, type Language } from '../browser/shared/language.ts';
import { wordsOf } from '../browser/shared/languages.ts';
import type { Words } from '../browser/shared/words.ts';

type RetryDocument = {
  readonly status: number;
  /** Null when the address names none. */
  readonly channel: string | null;
  readonly hasToken: boolean;
  readonly lang: Language;
  /** Null when the pages are not built, for example when the sources run directly. */
  readonly assets: { readonly js: string; readonly css?: string | undefined } | null;
  /** The element of the script that loads the page again: see reload-script.ts. */
  readonly reload?: string;
};

/** Seconds. */
const RELOAD_S = 15;

/** The page as HTML. `{channel}` in a text of it becomes the channel. */
export function retryDocument({ status, channel, hasToken, lang, assets, reload = '' }: RetryDocument): string {
  const words = wordsOf(lang);
  const { title, advice } = messageOf(words, status, hasToken);
  const heading = escapeHtml(title.replace('{channel}', channel ?? ''));
  const refresh = `<meta http-equiv="refresh" content="${RELOAD_S}">`;
  const stylesheet = assets?.css === undefined ? '' : `\n<link rel="stylesheet" href="${escapeHtml(assets.css)}">`;
  const script = assets
    ? `\n<script type="module" src="${escapeHtml(assets.js)}"></script>\n<noscript>${refresh}</noscript>`
    : `\n${refresh}`;
  return `<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}">
<head>
<meta charset="utf-8">
<title>${heading}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="${ICON}">${reload}${stylesheet}${script}
</head>
<body data-status="${status}">
<main class="notice">
<h1>${heading}</h1>
<p>${escapeHtml(advice)}</p>
<p>${escapeHtml(words.triesAgain)}</p>
</main>
</body>
</html>
`;
}

function messageOf(words: Words, status: number, hasToken: boolean): { title: string; advice: string } {
  switch (status) {
    case 401:
      return { title: hasToken ? words.rejections.unauthorized : words.noToken, advice: words.noTokenAdvice };
    case 403:
      return { title: words.rejections.forbidden, advice: words.forbiddenAdvice };
    case 404:
      return { title: words.noSuchScreen, advice: words.channelAdvice };
    default:
      return { title: words.oneMoment, advice: words.noConnectionYet };
  }
}
