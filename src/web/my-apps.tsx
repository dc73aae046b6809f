// Connected apps: those that reach a club or a tournament, and those that act for the reader himself.
import { Page, pageHtml, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';
import { Table } from './layout/table.tsx';
import { Time } from './layout/time.tsx';
import { Trail, type TrailPart } from './layout/audit-trail.tsx';

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
  /** Whether it says whose app it is. */
  readonly namesUsers: boolean;
  /** Address of the question that comes before the end of one; null for an app that the reader may not disconnect. */
  readonly endAddress: (app: ShownApp) => string | null;
};

export const AppsTable = ({ caption, apps, namesUsers, endAddress }: AppsTableProps) => (
  <Table
    stacks
    caption={caption}
    head={['App', ...(namesUsers ? ['Acts for'] : []), 'Connected', 'Last used', 'End it']}
    rows={apps.map((app) => {
      const address = endAddress(app);
      return [
        <AppName {...app} />,
        ...(namesUsers ? [app.reach === 'resource' ? 'itself, here only' : (app.userName ?? 'nobody')] : []),
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
        An app that you have connected acts for you: it reaches every club and tournament that you manage, as long as
        you manage it.
      </p>
      <section aria-labelledby="apps">
        <h2 id="apps">Connected apps</h2>
        {apps.length === 0 ? (
          <p>You have connected no app. An app that wants to act for you sends you to a page that asks you.</p>
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
      <Trail {...trail} />
    </Page>,
  );
