// The document of an overlay: nothing but what the widgets draw from. Everything that changes comes later, over the
// live channel.
import { escapeHtml } from '../lib/escape.ts';

export type OverlayPage = {
  /** The channel that the overlay follows, as `match:701`. */
  readonly channel: string;
  /** Addresses of the bundle; `css` is missing where the build made none. */
  readonly assets: { readonly js: string; readonly css?: string | undefined };
  /** What the window is called. */
  readonly title: string;
  /** JSON that the page draws from until it is connected. */
  readonly data: string;
};

/**
 * The HTML of `GET /overlay/{channel}`. It holds no script but the bundle's and no inline style, and no token: the
 * script takes that from the address.
 */
export function overlayPage({ channel, assets, title, data }: OverlayPage): string {
  const stylesheet = assets.css === undefined ? '' : `\n<link rel="stylesheet" href="${escapeHtml(assets.css)}">`;
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
<main id="overlay" data-channel="${escapeHtml(channel)}"></main>
<script type="application/json" id="page-data">${data.replaceAll('<', String.raw`\u003c`)}</script>
</body>
</html>
`;
}
