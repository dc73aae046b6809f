// The document of a page that shows one channel: its data and its script.
import { type Font, FONTS, latinFilesOf } from '../../browser/shared/fonts.ts';
import { directionOf, type Language } from '../../browser/shared/language.ts';
import type { Look } from '../../browser/shared/theme.ts';
import { escapeHtml } from './escape-html.ts';
import { fontPreload } from './font-preload.ts';
import { ICON } from './icon.ts';

export type ChannelPage = Partial<Look> & {
  /** The channel that the page follows, as `match:701`. */
  readonly channel: string;
  /** Addresses of the bundle; `css` is missing where the build made none. */
  readonly assets: {
    readonly js: string;
    readonly css?: string | undefined;
    /** Fonts that the page needs for its first picture. */
    readonly fonts?: readonly string[] | undefined;
  };
  readonly title: string;
  /** The language of its texts; English without one. */
  readonly lang?: Language;
  /** The element of the script that loads the page again: see reload-script.ts. */
  readonly reload?: string;
  /** The font that the page draws with. */
  readonly font?: Font;
  /** JSON that the script reads: see page-data.ts. */
  readonly data?: string | undefined;
};

/**
 * It has no inline script and no inline style, so it works under `default-src 'none'`. It has no token: the script reads it
 * from the address. `root` is the tag and id that the script draws into, `otherwise` the HTML for browsers without scripts.
 */
export function channelPage(
  {
    channel,
    assets,
    title,
    lang = 'en',
    reload = '',
    settings = null,
    crest = null,
    font = FONTS[0],
    data,
  }: ChannelPage,
  root: { readonly tag: 'div' | 'main'; readonly id: string; readonly otherwise?: string },
): string {
  const fonts = latinFilesOf(font, assets.fonts ?? [])
    .map((address) => `\n${fontPreload(address)}`)
    .join('');
  const stylesheet = assets.css === undefined ? '' : `\n<link rel="stylesheet" href="${escapeHtml(assets.css)}">`;
  // A data block may be inline under any policy. `<` is escaped, so the data cannot end the block.
  const block =
    data === undefined
      ? ''
      : `\n<script type="application/json" id="page-data">${data.replaceAll('<', String.raw`\u003c`)}</script>`;
  const theme = settings === null ? '' : ` data-settings="${escapeHtml(JSON.stringify(settings))}"`;
  const picture = crest === null ? '' : ` data-crest="${escapeHtml(crest)}"`;
  const otherwise =
    root.otherwise === undefined ? '' : `\n<noscript dir="${directionOf(lang)}">${root.otherwise}</noscript>`;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<link rel="icon" href="${ICON}">${reload}${fonts}${stylesheet}
<script type="module" src="${escapeHtml(assets.js)}"></script>
</head>
<body>
<${root.tag} id="${root.id}" data-channel="${escapeHtml(channel)}"${theme}${picture}></${root.tag}>${block}${otherwise}
</body>
</html>
`;
}
