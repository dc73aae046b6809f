// `/me/apps`: users see the apps that act for them and disconnect them.
import type { Resources } from '../../protocol/rest/account.ts';
import { confirmationPage } from './layout/confirmation.tsx';
import { notFound } from '../ops/problem.ts';
import type { ConnectedApp } from '../store/apps.ts';
import type { IntegrationQueries } from '../store/queries.ts';
import type { Answer } from '../http/core/answer.ts';
import { htmlAnswer, seeOther } from './layout/html-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site } from './site.ts';
import { Page, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';
import { Table } from './layout/table.tsx';
import { Time } from './layout/time.tsx';
import { AuditTrail, idIn, type TrailPart, trailPart } from './layout/audit-trail.tsx';

export type MyAppsDeps = {
  readonly integrations: Pick<IntegrationQueries, 'listApps' | 'disconnectApp' | 'readAudit'>;
  readonly loadResources: (userId: number) => Promise<Resources | null>;
  /** Applies the current rights at once, to open connections too. */
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
            'It loses access to all your clubs and tournaments at once.',
            'Your other apps are not affected.',
            'The app may ask you to connect it again.',
          ],
          button: 'Disconnect',
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

/** The clubs and tournaments that the reader manages, with their integrations pages. */
function managedOf(resources: Resources | null) {
  const of = (kind: 'clubs' | 'tournaments') =>
    (resources?.[kind] ?? []).map(({ name, role, slug }) => ({ name, role, address: `/${kind}/${slug}/integrations` }));
  return [...of('clubs'), ...of('tournaments')];
}

export type AppsTableProps = {
  readonly caption: string;
  readonly apps: readonly ConnectedApp[];
  /** Whether the table has a column with the user of each app. */
  readonly hasUserColumn: boolean;
  /** Address of the confirmation page; null for an app that the reader may not disconnect. */
  readonly disconnectAddress: (app: ConnectedApp) => string | null;
};

export const AppsTable = ({ caption, apps, hasUserColumn, disconnectAddress }: AppsTableProps) => (
  <Table
    stacks
    caption={caption}
    head={['App', ...(hasUserColumn ? ['Acts for'] : []), 'Connected', 'Last used', 'Action']}
    rows={apps.map((app) => {
      const address = disconnectAddress(app);
      return [
        <AppName {...app} />,
        ...(hasUserColumn
          ? [app.reach === 'resource' ? 'only this club or tournament' : (app.userName ?? 'no user')]
          : []),
        <Time at={app.connectedAt} />,
        <Time at={app.lastUsedAt} fallback="never" />,
        address === null ? (
          'only its user or an owner'
        ) : (
          <a class="button destructive" href={address} aria-label={`Disconnect ${app.name} …`}>
            Disconnect …
          </a>
        ),
      ];
    })}
  />
);

const AppName = ({ name, origin }: ConnectedApp) => (
  <>
    {name}
    <span class="hint under">{origin ?? 'address not known'}</span>
  </>
);

type MyApps = {
  readonly visitor: Visitor;
  readonly notice: string | null;
  readonly apps: readonly ConnectedApp[];
  readonly managed: ReturnType<typeof managedOf>;
  readonly trail: TrailPart;
};

const myAppsPage = ({ visitor, notice, apps, managed, trail }: MyApps) => (
  <Page title="Your apps" visitor={visitor}>
    {notice !== null && <Notice kind="good" title={notice} />}
    <p>
      A connected app acts for you: it reaches every club and tournament that you manage, for as long as you manage it.
    </p>
    <section aria-labelledby="apps">
      <h2 id="apps">Connected apps</h2>
      {apps.length === 0 ? (
        <p>
          You have not connected an app. An app that wants to act for you sends you to a page that asks for your
          consent.
        </p>
      ) : (
        <AppsTable
          caption="Apps that act for you"
          apps={apps}
          hasUserColumn={false}
          disconnectAddress={({ id }) => `/me/apps?ask=disconnect&app=${id}`}
        />
      )}
    </section>
    <section aria-labelledby="managed">
      <h2 id="managed">What you manage</h2>
      {managed.length === 0 ? (
        <p>You manage no club and no tournament now, so your apps have no access.</p>
      ) : (
        <ul>
          {managed.map(({ name, role, address }) => (
            <li key={address}>
              <a href={address}>Integrations of {name}</a> ({role})
            </li>
          ))}
        </ul>
      )}
    </section>
    <AuditTrail {...trail} />
  </Page>
);
