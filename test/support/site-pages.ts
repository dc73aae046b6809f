// Every address of the site in the table of routes: which ones are pages, and where the world has each of them.
import type { Callers } from '../../src/http/core/callers.ts';
import { webRoutes, type WebDeps } from '../../src/web/routes.ts';

/** The paths that a browser may open. Nothing behind them is called. */
export const sitePaths = (): readonly string[] =>
  webRoutes({ pages: null } as WebDeps, {} as Callers).flatMap(({ method, path }) => (method === 'GET' ? [path] : []));

export type SitePage = {
  /** `{view}`: a view token, `{key}`: the key of the tournament, `{webhook}`: the id of a webhook of the owner. */
  readonly address: string;
  /** What is there when the page is complete. */
  readonly ready: string;
  /** For visitors who are not signed in. */
  readonly isForStrangers: boolean;
};

const CLUB = '/clubs/riverside-fc';
const CUP = '/tournaments/autumn-cup';

const page = (address: string, ready = 'main h1'): SitePage => ({ address, ready, isForStrangers: false });
const open = (address: string): SitePage => ({ ...page(address), isForStrangers: true });

/** By path; 'file' is for programs. A page that is added needs a line here, and axe looks at it. */
export const SITE_PAGES: Readonly<Record<string, SitePage | 'file'>> = {
  '/': page('/'),
  '/api/openapi.json': 'file',
  '/api/openapi.yaml': 'file',
  '/api/asyncapi.json': 'file',
  '/api/docs': page('/api/docs'),
  '/api/docs/ai': page('/api/docs/ai'),
  '/api/docs/interactive': page('/api/docs/interactive', '.opblock-summary'),
  '/api/docs/interactive/start.js': 'file',
  '/api/docs/interactive/swagger-ui-bundle.js': 'file',
  '/api/docs/interactive/swagger-ui.css': 'file',
  '/api/docs/interactive/look.css': 'file',
  '/api/docs/club.json': 'file',
  '/style.css': 'file',
  '/llms.txt': 'file',
  '/.well-known/llms.txt': 'file',
  '/llms-full.txt': 'file',
  '/design': page('/design'),
  '/design/screen': page('/design/screen?state=live', '[data-testid=score]'),
  '/design/overlay': page('/design/overlay?state=live', '[data-testid=score]'),
  '/design/console': page('/design/console?state=live', '[data-testid=score]'),
  '/design/embed': page('/design/embed', '#embed *'),
  '/design/site': page('/design/site?page=gameStale'),
  '/design/builder': page('/design/builder?kind=overlay&wrong'),
  '/screen/{channel}': page('/screen/match:701?token={view}', '[data-testid=score]'),
  '/screen/{channel}/facts': 'file',
  '/overlay/{channel}': page('/overlay/match:701?token={view}', '[data-testid=score]'),
  '/overlay/{channel}/facts': 'file',
  '/embed/{channel}': 'file',
  '/console': page('/console#token={key}', '.fixture'),
  '/console/{channel}': page('/console/match:701#token={key}', '[data-testid=ready]'),
  '/console/{channel}/air': page('/console/match:701/air#token={key}', '[data-testid=air-now]'),
  '/console/app.webmanifest': 'file',
  '/console/worker.js': 'file',
  '/console/kind': 'file',
  '/favicon.ico': 'file',
  '/pictures/console.webp': 'file',
  '/pictures/screen.webp': 'file',
  '/pictures/overlay.webp': 'file',
  '/pictures/crest-lakeside.svg': 'file',
  '/pictures/crest-northgate.svg': 'file',
  '/pictures/crest-france.svg': 'file',
  '/pictures/crest-croatia.svg': 'file',
  '/pictures/crest-belgium.svg': 'file',
  '/pictures/crest-england.svg': 'file',
  '/clubs/{slug}': page(CLUB),
  '/clubs/{slug}/picture.png': 'file',
  '/clubs/{slug}/calendar.ics': 'file',
  '/clubs/{slug}/games/{game}': page(`${CLUB}/games/sunday-5s`),
  '/clubs/{slug}/games/{game}/picture.png': 'file',
  '/tournaments/{slug}': page(CUP),
  '/tournaments/{slug}/picture.png': 'file',
  '/tournaments/{slug}/calendar.ics': 'file',
  '/tournaments/{slug}/matches/{id}': page(`${CUP}/matches/701`),
  '/tournaments/{slug}/matches/{id}/picture.png': 'file',
  '/players/{slug}': page('/players/ana-silva'),
  '/sitemap.xml': 'file',
  '/robots.txt': 'file',
  '/embed.js': 'file',
  '/public.css': 'file',
  '/build/screen': page('/build/screen?channel=match:701'),
  '/build/screen/example': page('/build/screen/example?channel=match:701', '[data-testid=score]'),
  '/build/overlay': page('/build/overlay?channel=match:701'),
  '/build/overlay/example': page('/build/overlay/example?channel=match:701', '[data-testid=score]'),
  '/sign-in': open('/sign-in'),
  '/sign-out': page('/sign-out'),
  '/sign-in/forgotten': open('/sign-in/forgotten'),
  '/sign-in/passkey': open('/sign-in/passkey'),
  '/link': open('/link'),
  '/api/auth/connect': page('/api/auth/connect?app_name=Score+Phone&redirect_uri=https%3A%2F%2Fapp.example%2Fback'),
  '/me/passkeys': page('/me/passkeys'),
  '/me/console': page('/me/console'),
  '/me/apps': page('/me/apps'),
  '/me/clubs': page('/me/clubs'),
  '/clubs/{slug}/integrations': page(`${CLUB}/integrations`),
  '/tournaments/{slug}/integrations': page(`${CUP}/integrations`),
  '/clubs/{slug}/integrations/webhooks': page(`${CLUB}/integrations/webhooks`),
  '/clubs/{slug}/integrations/webhooks/{webhook_id}': page(`${CLUB}/integrations/webhooks/{clubWebhook}`),
  '/tournaments/{slug}/integrations/webhooks': page(`${CUP}/integrations/webhooks`),
  '/tournaments/{slug}/integrations/webhooks/{webhook_id}': page(`${CUP}/integrations/webhooks/{cupWebhook}`),
  '/manage/clubs/{slug}': page(`/manage${CLUB}`),
  '/manage/clubs/{slug}/invitations': page(`/manage${CLUB}/invitations`),
  '/manage/clubs/{slug}/games/new': page(`/manage${CLUB}/games/new`),
  '/manage/clubs/{slug}/games/{game}/edit': page(`/manage${CLUB}/games/sunday-5s/edit`),
  '/manage/clubs/{slug}/squad': page(`/manage${CLUB}/squad`),
  '/manage/clubs/{slug}/squad/import': page(`/manage${CLUB}/squad/import`),
  '/manage/clubs/{slug}/squad/{kind}/{id}': page(`/manage${CLUB}/squad/member/1`),
  '/manage/clubs/{slug}/tournaments': page(`/manage${CLUB}/tournaments`),
  '/manage/clubs/{slug}/matches/{match}/lineup': page(`/manage${CLUB}/matches/701/lineup`),
  '/manage/tournaments/{slug}': page(`/manage${CUP}`),
  '/manage/tournaments/{slug}/invitations': page(`/manage${CUP}/invitations`),
  '/manage/tournaments/{slug}/settings': page(`/manage${CUP}/settings`),
  '/manage/tournaments/{slug}/teams': page(`/manage${CUP}/teams`),
  '/manage/tournaments/{slug}/teams/{team}/edit': page(`/manage${CUP}/teams/71/edit`),
  '/manage/tournaments/{slug}/players': page(`/manage${CUP}/players`),
  '/manage/tournaments/{slug}/players/import': page(`/manage${CUP}/players/import`),
  '/manage/tournaments/{slug}/players/{user}/edit': page(`/manage${CUP}/players/1/edit`),
  '/manage/tournaments/{slug}/fixtures': page(`/manage${CUP}/fixtures`),
  '/manage/tournaments/{slug}/matches/new': page(`/manage${CUP}/matches/new`),
  '/manage/tournaments/{slug}/matches/{match}/edit': page(`/manage${CUP}/matches/701/edit`),
  '/manage/tournaments/{slug}/matches/{match}/lineups': page(`/manage${CUP}/matches/701/lineups`),
};
