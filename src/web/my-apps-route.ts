// `/me/apps`: the apps that act for whoever is signed in, and the end of one.
import type { Resources } from '../../protocol/rest/account.ts';
import { myAppsPage } from './my-apps.tsx';
import { confirmationPage } from './layout/confirmation.tsx';
import { notFound } from '../ops/problem.ts';
import type { IntegrationQuestions } from '../store/queries.ts';
import type { Answer } from '../http/core/answer.ts';
import { htmlAnswer, seeOther } from './layout/html-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site } from './site.ts';
import { idIn, trailPart } from './audit-trail-part.ts';

export type MyAppsDeps = {
  readonly integrations: Pick<IntegrationQuestions, 'listApps' | 'disconnectApp' | 'readAudit'>;
  readonly loadResources: (userId: number) => Promise<Resources | null>;
  /** Holds everybody to the rights of now, open connections too. */
  readonly rightsChanged: () => Promise<void>;
};

const ADDRESS = '/me/apps';

export function myAppsRoutes(site: Site, deps: MyAppsDeps): readonly RouteSpec[] {
  const { integrations, loadResources, rightsChanged } = deps;

  return site.signedIn({
    name: 'my_apps',
    path: ADDRESS,
    async show({ session, visitor, csrf, query }): Promise<Answer> {
      const me = { kind: 'user', id: session.userId } as const;
      const apps = await integrations.listApps(me);
      if (query.get('ask') === 'disconnect') {
        const app = apps.find(({ id }) => id === idIn(query, 'app'));
        if (!app) throw notFound('App');
        const question = {
          title: `Disconnect ${app.name}?`,
          consequences: [
            'It stops reaching every club and tournament of yours, at once.',
            'Your other apps are not touched.',
            'The app may ask you again to connect it.',
          ],
          deed: 'Disconnect it',
          fields: { app: String(app.id) },
        };
        return htmlAnswer(200, confirmationPage({ ...question, visitor, csrf, address: ADDRESS }));
      }
      const [resources, trail] = await Promise.all([
        loadResources(session.userId),
        trailPart(integrations.readAudit, me, ADDRESS, query),
      ]);
      const notice = query.get('done') === 'disconnected' ? 'The app is disconnected.' : null;
      return htmlAnswer(200, myAppsPage({ visitor, notice, apps, managed: managedOf(resources), trail }));
    },
    async submit({ session }, form): Promise<Answer> {
      const { userId } = session;
      const ended = await integrations.disconnectApp({
        of: { kind: 'user', id: userId },
        tokenId: idIn(form, 'app') ?? 0,
        userId,
        ownOnly: true,
        at: Date.now(),
      });
      if (!ended) throw notFound('App');
      await rightsChanged();
      return seeOther(`${ADDRESS}?done=disconnected`);
    },
  });
}

function managedOf(resources: Resources | null) {
  const of = (kind: 'clubs' | 'tournaments') =>
    (resources?.[kind] ?? []).map(({ name, role, slug }) => ({ name, role, address: `/${kind}/${slug}/integrations` }));
  return [...of('clubs'), ...of('tournaments')];
}
