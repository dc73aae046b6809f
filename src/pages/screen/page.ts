// The document of a stadium screen: everything that changes comes later, over the live channel.
import { escapeHtml } from '../lib/escape.ts';

export type ScreenPage = {
  /** The channel that the screen follows, as `match:701`. */
  readonly channel: string;
  /** Addresses of the bundle; `css` is missing where the build made none. */
  readonly assets: { readonly js: string; readonly css?: string | undefined };
  /** What the window is called. */
  readonly title: string;
  /** JSON that the script reads: see lib/page-data.ts. */
  readonly data?: string | undefined;
};

/**
 * The HTML of `GET /screen/{channel}`. It holds no inline script and no inline style, so that it works under
 * `default-src 'none'`, and no token: the script takes that from the address.
 */
export function screenPage({ channel, assets, title, data }: ScreenPage): string {
  const stylesheet = assets.css === undefined ? '' : `\n<link rel="stylesheet" href="${escapeHtml(assets.css)}">`;
  // A block of data is no script: it may stand inline under any policy, as long as nothing in it can end it.
  const block =
    data === undefined
      ? ''
      : `\n<script type="application/json" id="page-data">${data.replaceAll('<', String.raw`\u003c`)}</script>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">${stylesheet}
<script type="module" src="${escapeHtml(assets.js)}"></script>
</head>
<body>
<div id="screen" data-channel="${escapeHtml(channel)}"></div>${block}
<noscript>This screen needs JavaScript.</noscript>
</body>
</html>
`;
}
