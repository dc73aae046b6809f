// All routes of the public pages.
import { headerBlock, NOSNIFF } from '../../http/core/answer.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import { clubCalendar, tournamentCalendar } from './calendar.ts';
import { clubFile } from './club.tsx';
import { openDrawing } from './drawing.ts';
import { embedScriptRoute, scoreFile } from './embed.ts';
import { gameFile } from './game.tsx';
import { PICTURE_LIMIT } from './read-limit.ts';
import { matchFile } from './match.tsx';
import type { PublicPagesDeps } from './page.ts';
import { clubPicture, gamePicture, matchPicture, tournamentPicture } from './picture.ts';
import { playerFile } from './player.tsx';
import { openServe, type ServeDeps } from './serve.ts';
import { type SitemapDeps, sitemapRoutes } from './sitemap.ts';
import { PUBLIC_STYLE_ADDRESS, publicStyle } from './style.ts';
import { tournamentFile } from './tournament.tsx';

export type PublicRoutesDeps = PublicPagesDeps & ServeDeps & SitemapDeps;

export function publicRoutes(deps: PublicRoutesDeps): readonly RouteSpec[] {
  const serve = openServe(deps);
  const servePicture = openServe(deps, PICTURE_LIMIT);
  const pictureDeps = { ...deps, ...openDrawing() };
  return [
    servePicture(clubPicture(pictureDeps)),
    servePicture(gamePicture(pictureDeps)),
    servePicture(tournamentPicture(pictureDeps)),
    servePicture(matchPicture(pictureDeps)),
    serve(clubFile(deps)),
    serve(gameFile(deps)),
    serve(tournamentFile(deps)),
    serve(matchFile(deps)),
    serve(playerFile(deps)),
    serve(clubCalendar(deps)),
    serve(tournamentCalendar(deps)),
    serve(scoreFile(deps)),
    ...sitemapRoutes(deps),
    embedScriptRoute(deps),
    styleRoute,
  ];
}

const css = headerBlock({
  'content-type': 'text/css; charset=utf-8',
  'cache-control': 'public, max-age=300',
  ...NOSNIFF,
});

const styleRoute: RouteSpec = {
  name: 'public-style',
  access: 'public',
  method: 'GET',
  path: PUBLIC_STYLE_ADDRESS,
  handle: () => ({ status: 200, headers: css, body: publicStyle }),
};
