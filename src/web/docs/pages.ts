// The pages of the documentation: layout, contents, and the interactive documentation.
import { aiSections } from './ai.ts';
import { type Html, markup, type Section, sectionHtml } from './blocks.ts';
import { STYLE_ADDRESS } from '../layout/layout.tsx';
import { guide, type GuideOptions } from './guide.ts';

const LINKS = [
  ['/api/docs', 'Guide'],
  ['/api/docs/interactive', 'Try it out'],
  ['/api/docs/ai', 'For assistants'],
  ['/api/openapi.json', 'OpenAPI'],
  ['/api/asyncapi.json', 'AsyncAPI'],
] as const;

type Frame = { readonly title: string; readonly at: string; readonly head?: Html; readonly body: Html };

const page = ({ title, at, head = markup``, body }: Frame): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} · Touchline</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_ADDRESS}">
${head}</head>
<body>
<header>
<p class="name">Touchline</p>
<nav aria-label="Documents">
${LINKS.map(([address, name]) => navLink(address, name, address === at))}</nav>
</header>
${body}</body>
</html>
`.html;

const navLink = (address: string, name: string, isHere: boolean): Html =>
  markup`<a href="${address}"${isHere ? markup` aria-current="page"` : ''}>${name}</a>\n`;

const article = (title: string, sections: readonly Section[]): Html => markup`<main class="text">
<h1>${title}</h1>
<nav class="contents" aria-label="Contents">
<ul>
${sections.map(({ id, title: name }) => markup`<li><a href="#${id}">${name}</a></li>\n`)}</ul>
</nav>
${sections.map(sectionHtml)}</main>
`;

export const guidePage = (options: GuideOptions): string =>
  page({ title: 'Guide', at: '/api/docs', body: article('Match data and live scoring', guide(options)) });

export const aiPage = (options: GuideOptions): string =>
  page({
    title: 'For assistants',
    at: '/api/docs/ai',
    body: article('For assistants that write code', aiSections(options)),
  });

export const interactivePage = (): string =>
  page({
    title: 'Try it out',
    at: '/api/docs/interactive',
    head: markup`<link rel="stylesheet" href="/api/docs/interactive/swagger-ui.css">
<script src="/api/docs/interactive/swagger-ui-bundle.js" defer></script>
<script type="module" src="/api/docs/interactive/start.js"></script>
`,
    body: markup`<main class="full">
<div id="swagger-ui"></div>
<noscript>This page needs JavaScript; the <a href="/api/docs">guide</a> does not.</noscript>
</main>
`,
  });

/** Starts the interactive documentation. Its calls go to the host of the page. */
export const interactiveScript = `const answer = await fetch('/api/openapi.json');
const spec = await answer.json();
spec.servers = [{ url: location.origin }];
SwaggerUIBundle({
  spec,
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // The validator is on another host.
  validatorUrl: null,
});
`;
