// `/me/apps`: users see the apps that act for them and disconnect them.
import type { Resources } from '../../protocol/rest/account.ts';
import { PASSKEYS_ADDRESS } from './account/passkeys.tsx';
import { ConfirmationPage } from './layout/confirmation.tsx';
import type { ConnectedApp } from '../store/apps.ts';
import type { IntegrationQueries } from '../store/queries.ts';
import type { Answer } from '../http/core/answer.ts';
import { seeOther } from './layout/html-answer.ts';
import { PageProblem } from './layout/page-problem.ts';
import { useWords } from './layout/words.tsx';
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
    async show({ session, visitor, query, words, html }): Promise<Answer> {
      const me = { kind: 'user', id: session.userId } as const;
      const apps = await integrations.listApps(me);
      if (query.get('ask') === 'disconnect') {
        const app = apps.find(({ id }) => id === idIn(query, 'app'));
        if (!app) throw new PageProblem(404, words.apps.notFound);
        const { question, consequences, yes } = words.apps;
        const confirmation = { title: question(app.name), consequences, button: yes, fields: { app: String(app.id) } };
        return html(200, <ConfirmationPage {...confirmation} visitor={visitor} address={ADDRESS} />);
      }
      const [resources, trail] = await Promise.all([
        loadResources(session.userId),
        trailPart(integrations.readAudit, me, ADDRESS, query),
      ]);
      const notice = query.get('done') === 'disconnected' ? words.apps.disconnected : null;
      const managed = managedOf(resources);
      return html(200, <MyAppsPage visitor={visitor} notice={notice} apps={apps} managed={managed} trail={trail} />, {
        hasTimes: true,
      });
    },
    async submit({ session, words }, form): Promise<Answer> {
      const { userId } = session;
      const ended = await integrations.disconnectApp({
        of: { kind: 'user', id: userId },
        tokenId: idIn(form, 'app') ?? 0,
        userId,
        ownOnly: true,
        at: Date.now(),
      });
      if (!ended) throw new PageProblem(404, words.apps.notFound);
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

type AppsTableProps = {
  readonly caption: string;
  readonly apps: readonly ConnectedApp[];
  /** Whether the table has a column with the user of each app. */
  readonly hasUserColumn: boolean;
  /** Address of the confirmation page; null for an app that the reader may not disconnect. */
  readonly disconnectAddress: (app: ConnectedApp) => string | null;
};

export function AppsTable({ caption, apps, hasUserColumn, disconnectAddress }: AppsTableProps) {
  const { apps: words, frame } = useWords();
  const { app: name, actsFor, connected, lastUsed, action } = words.columns;
  return (
    <Table
      stacks
      caption={caption}
      head={[name, ...(hasUserColumn ? [actsFor] : []), connected, lastUsed, action]}
      rows={apps.map((app) => {
        const address = disconnectAddress(app);
        return [
          <AppName {...app} />,
          ...(hasUserColumn ? [app.reach === 'resource' ? words.onlyResource : (app.userName ?? words.noUser)] : []),
          <Time at={app.connectedAt} />,
          <Time at={app.lastUsedAt} fallback={frame.never} />,
          address === null ? (
            words.onlyOthers
          ) : (
            <a class="button destructive" href={address} aria-label={words.disconnectOf(app.name)}>
              {words.disconnect}
            </a>
          ),
        ];
      })}
    />
  );
}

function AppName({ name, origin }: ConnectedApp) {
  const { apps } = useWords();
  return (
    <>
      {name}
      <span class="hint under">{origin ?? apps.unknownOrigin}</span>
    </>
  );
}

type MyApps = {
  readonly visitor: Visitor;
  readonly notice: string | null;
  readonly apps: readonly ConnectedApp[];
  readonly managed: ReturnType<typeof managedOf>;
  readonly trail: TrailPart;
};

function MyAppsPage({ visitor, notice, apps, managed, trail }: MyApps) {
  const { account, apps: words, roles } = useWords();
  return (
    <Page title={words.title} visitor={visitor}>
      {notice !== null && <Notice kind="good" title={notice} />}
      <p>{words.about}</p>
      <p>
        <a href={PASSKEYS_ADDRESS}>{account.passkeys.title}</a>
      </p>
      <section aria-labelledby="apps">
        <h2 id="apps">{words.connected}</h2>
        {apps.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <AppsTable
            caption={words.caption}
            apps={apps}
            hasUserColumn={false}
            disconnectAddress={({ id }) => `/me/apps?ask=disconnect&app=${id}`}
          />
        )}
      </section>
      <section aria-labelledby="managed">
        <h2 id="managed">{words.managed}</h2>
        {managed.length === 0 ? (
          <p>{words.managesNothing}</p>
        ) : (
          <ul>
            {managed.map(({ name, role, address }) => (
              <li key={address}>
                <a href={address}>{words.integrationsOf(name)}</a> ({roles[role]})
              </li>
            ))}
          </ul>
        )}
      </section>
      <AuditTrail {...trail} />
    </Page>
  );
}
