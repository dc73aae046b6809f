// The document of the console and what makes it an app of the phone. It is the same for everybody: no token, no match.

/** Addresses of the bundle's files and of the icons, by name. */
export type ConsoleAssets = {
  readonly js: string;
  readonly css?: string | undefined;
  readonly icons?: Readonly<Record<string, string>> | undefined;
};

const COLOR = '#0b1220';

/** The HTML of `GET /console` and `GET /console/{channel}`. Nothing inline, so that it works under a strict policy. */
export function consolePage({ js, css, icons = {} }: ConsoleAssets): string {
  const links = [
    ...(css === undefined ? [] : [`<link rel="stylesheet" href="${css}">`]),
    '<link rel="manifest" href="/console/app.webmanifest">',
    ...(icons['icon.svg'] === undefined ? [] : [`<link rel="icon" type="image/svg+xml" href="${icons['icon.svg']}">`]),
    ...(icons['icon-192.png'] === undefined ? [] : [`<link rel="apple-touch-icon" href="${icons['icon-192.png']}">`]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Touchline console</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="${COLOR}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
${links.join('\n')}
<script type="module" src="${js}"></script>
</head>
<body>
<div id="console"></div>
<noscript>The console needs JavaScript.</noscript>
</body>
</html>
`;
}

/** The web manifest: what the phone puts on its home screen. */
export function consoleManifest({ icons = {} }: ConsoleAssets): string {
  const png = (size: number) => {
    const src = icons[`icon-${size}.png`];
    return src === undefined ? [] : [{ src, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any maskable' }];
  };
  const svg = icons['icon.svg'];
  return JSON.stringify({
    id: '/console',
    name: 'Touchline console',
    short_name: 'Touchline',
    description: 'The scorekeeper’s console: goals, cards and the clock from the touchline.',
    start_url: '/console',
    scope: '/console',
    display: 'standalone',
    orientation: 'any',
    background_color: COLOR,
    theme_color: COLOR,
    icons: [
      ...png(192),
      ...png(512),
      ...(svg === undefined ? [] : [{ src: svg, sizes: 'any', type: 'image/svg+xml' }]),
    ],
  });
}
