// `/me/apps`: users see the apps that act for them and disconnect them.
import type { Resources } from '../../protocol/rest/account.ts';
import { confirmationPage } from './layout/confirmation.tsx';
import { notFound } from '../ops/problem.ts';
import type { IntegrationQuestions } from '../store/queries.ts';
import type { Answer } from '../http/core/answer.ts';
import { htmlAnswer, seeOther } from './layout/html-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site } from './site.ts';
import { idIn, trailPart } from './layout/audit-trail.tsx';
import { Page, pageHtml, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';
import { Table } from './layout/table.tsx';
import { Time } from './layout/time.tsx';
import { AuditTrail, type TrailPart } from './layout/audit-trail.tsx';

export type MyAppsDeps = {
  readonly integrations: Pick<IntegrationQuestions, 'listApps' | 'disconnectApp' | 'readAudit'>;
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

/** Times in ms since 1970. */
export type ShownApp = {
  readonly id: number;
  /** `resource`: reaches this club or tournament alone. */
  readonly reach: 'account' | 'resource';
  readonly name: string;
  readonly origin: string | null;
  readonly userId: number | null;
  readonly userName: string | null;
  readonly connectedAt: number;
  readonly lastUsedAt: number | null;
};

export type AppsTableProps = {
  readonly caption: string;
  readonly apps: readonly ShownApp[];
  /** Whether the table has a column with the user of each app. */
  readonly namesUsers: boolean;
  /** Address of the confirmation page; null for an app that the reader may not disconnect. */
  readonly endAddress: (app: ShownApp) => string | null;
};

export const AppsTable = ({ caption, apps, namesUsers, endAddress }: AppsTableProps) => (
  <Table
    stacks
    caption={caption}
    head={['App', ...(namesUsers ? ['Acts for'] : []), 'Connected', 'Last used', 'Action']}
    rows={apps.map((app) => {
      const address = endAddress(app);
      return [
        <AppName {...app} />,
        ...(namesUsers ? [app.reach === 'resource' ? 'itself, here only' : (app.userName ?? 'no user')] : []),
        <Time at={app.connectedAt} never="" />,
        <Time at={app.lastUsedAt} never="never" />,
        address === null ? (
          'its user or the owner'
        ) : (
          <a class="button grave" href={address} aria-label={`Disconnect ${app.name} …`}>
            Disconnect …
          </a>
        ),
      ];
    })}
  />
);

const AppName = ({ name, origin }: ShownApp) => (
  <>
    {name}
    <span class="hint under">{origin ?? 'address not known'}</span>
  </>
);

export type MyApps = {
  readonly visitor: Visitor;
  readonly notice: string | null;
  readonly apps: readonly ShownApp[];
  /** What the reader manages, with the pages of their integrations. */
  readonly managed: readonly { readonly name: string; readonly role: string; readonly address: string }[];
  readonly trail: TrailPart;
};

export const myAppsPage = ({ visitor, notice, apps, managed, trail }: MyApps): string =>
  pageHtml(
    <Page title="Your apps" visitor={visitor}>
      {notice !== null && <Notice kind="good" title={notice} />}
      <p>
        A connected app acts for you: it reaches every club and tournament that you manage, for as long as you manage
        it.
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
            namesUsers={false}
            endAddress={({ id }) => `/me/apps?ask=disconnect&app=${id}`}
          />
        )}
      </section>
      <section aria-labelledby="managed">
        <h2 id="managed">What you manage</h2>
        {managed.length === 0 ? (
          <p>You manage no club and no tournament now, so your apps reach nothing.</p>
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
    </Page>,
  );
