// The document of a stadium screen: everything that changes comes later, over the live channel.

export type ScreenPage = {
  /** The channel that the screen follows, as `match:701`. */
  readonly channel: string;
  /** Addresses of the bundle; `css` is missing where the build made none. */
  readonly assets: { readonly js: string; readonly css?: string | undefined };
  /** What the window is called. */
  readonly title: string;
};

/**
 * The HTML of `GET /screen/{channel}`. It holds no inline script and no inline style, so that it works under
 * `default-src 'none'`, and no token: the script takes that from the address.
 */
export function screenPage({ channel, assets, title }: ScreenPage): string {
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
<div id="screen" data-channel="${escapeHtml(channel)}"></div>
<noscript>This screen needs JavaScript.</noscript>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
