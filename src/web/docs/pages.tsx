// The pages of the documentation: layout, contents, and the interactive documentation.
import type { ComponentChildren } from 'preact';
import { pageHtml, STYLE_ADDRESS } from '../layout/layout.tsx';
import { ICON } from '../layout/icon.ts';
import { renderArticle } from './markdown.ts';

const LINKS = [
  ['/api/docs', 'Guide'],
  ['/api/docs/interactive', 'Try it out'],
  ['/api/docs/ai', 'For assistants'],
  ['/api/openapi.json', 'OpenAPI'],
  ['/api/asyncapi.json', 'AsyncAPI'],
] as const;

type Frame = {
  readonly at: string;
  readonly head?: ComponentChildren;
  /** The page has no dark mode. */
  readonly isLight?: boolean;
  readonly children: ComponentChildren;
};

const Page = ({ at, head, isLight = false, children }: Frame) => (
  <html lang="en" data-theme={isLight ? 'light' : 'auto'}>
    <head>
      <meta charset="utf-8" />
      <title>{`${LINKS.find(([address]) => address === at)?.[1] ?? ''} · Touchline`}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="icon" href={ICON} />
      <link rel="stylesheet" href={STYLE_ADDRESS} />
      {head}
    </head>
    <body>
      <header>
        <p class="name">Touchline</p>
        <nav aria-label="Documents">
          {LINKS.map(([address, name]) => (
            <a key={address} href={address} aria-current={address === at ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </nav>
      </header>
      {children}
    </body>
  </html>
);

/** A page of Markdown with its contents. `at`: its address. */
export function articlePage(at: string, title: string, markdown: string): string {
  const { html, contents } = renderArticle(markdown);
  const list = contents.map(({ id, title: name }) => `<li><a href="#${id}">${name}</a></li>`).join('\n');
  const nav = `<nav class="contents" aria-label="Contents"><ul>\n${list}</ul></nav>\n`;
  return pageHtml(
    <Page at={at}>
      <main class="text" dangerouslySetInnerHTML={{ __html: `<h1>${title}</h1>\n${nav}${html}` }} />
    </Page>,
  );
}

export const interactivePage = (): string =>
  pageHtml(
    <Page
      at="/api/docs/interactive"
      isLight
      head={
        <>
          <link rel="stylesheet" href="/api/docs/interactive/swagger-ui.css" />
          <link rel="stylesheet" href="/api/docs/interactive/look.css" />
          <script src="/api/docs/interactive/swagger-ui-bundle.js" defer />
          <script type="module" src="/api/docs/interactive/start.js" />
        </>
      }
    >
      {/* The script adds the main part. */}
      <div class="full">
        <div id="swagger-ui" />
        <noscript>
          This page needs JavaScript; the <a href="/api/docs">guide</a> does not.
        </noscript>
      </div>
    </Page>,
  );

/** Starts the interactive documentation. Its calls go to the host of the page. */
export const interactiveScript = `const answer = await fetch('/api/openapi.json');
const spec = await answer.json();
spec.servers = [{ url: location.origin }];
// Buttons of its dialog have no name, or one that differs from their text.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('.close-modal:not([aria-label])')) button.ariaLabel = 'Close';
  for (const button of document.querySelectorAll('.modal-btn[aria-label]')) button.removeAttribute('aria-label');
}).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });
SwaggerUIBundle({
  spec,
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // The path of an operation stands inside its button, where a link of its own cannot be.
  plugins: [() => ({ wrapComponents: { DeepLink: (_link, { React }) => ({ text }) => React.createElement('span', null, text) } })],
  // The validator is on another host.
  validatorUrl: null,
});
`;
