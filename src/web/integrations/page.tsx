// The integrations page of a club or a tournament: its key, the connected apps, its view tokens, and the audit trail.
import type { ConnectedApp } from '../../store/apps.ts';
import type { Authorized, Offer } from '../../store/integrations.ts';
import type { SharedKey } from '../../store/keys.ts';
import type { ListedViewToken } from '../../store/view-tokens.ts';
import { AppsTable } from '../my-apps.tsx';
import { VIEW_TOKEN_TERMS } from '../view-token-terms.ts';
import { Button, Choice, Form } from '../layout/form.tsx';
import { Page } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { Table } from '../layout/table.tsx';
import { Time, timeText } from '../layout/time.tsx';
import { mayDecide, mayDisconnect, type VisitorRole } from './visitor-role.ts';
import { AuditTrail, type TrailPart } from '../layout/audit-trail.tsx';

export type Integrations = {
  readonly entry: VisitorRole;
  readonly notice: string | null;
  readonly key: SharedKey | null;
  readonly apps: readonly ConnectedApp[];
  readonly viewTokens: readonly ListedViewToken[];
  readonly offers: readonly Offer[];
  /** Tournaments only. */
  readonly authorized: readonly Authorized[] | null;
  readonly trail: TrailPart;
};

export function integrationsPage(integrations: Integrations) {
  const { entry, notice } = integrations;
  const { visit, resource, role } = entry;
  return (
    <Page title={`Integrations of ${resource.name}`} visitor={visit.visitor}>
      {notice !== null && <Notice kind="good" title={notice} />}
      <p>
        The keys, apps and tokens with access to this {resource.kind}. You see this page as {role}.{' '}
        <a href="/me/apps">Your own apps</a>
      </p>
      <Key {...integrations} />
      <Apps {...integrations} />
      {integrations.authorized !== null && <AuthorizedClubs authorized={integrations.authorized} />}
      <ViewTokens {...integrations} />
      <AuditTrail {...integrations.trail} />
    </Page>
  );
}

function Key({ entry, key }: Integrations) {
  const { visit, resource, address } = entry;
  const mayChange = mayDecide(entry);
  return (
    <section aria-labelledby="key">
      <h2 id="key">API key of the {resource.kind}</h2>
      <p>
        This key is shared by everyone who uses it, and has full access to this {resource.kind}. Each connected app has
        its own key.
      </p>
      {key === null ? (
        <p>There is no key now.</p>
      ) : (
        <p>
          There is a key. It was made on <Time at={key.createdAt} /> and last used:{' '}
          <Time at={key.lastUsedAt} fallback="never" />.
        </p>
      )}
      {!mayChange && <p class="hint">Only an owner of the club can generate and revoke its key.</p>}
      {mayChange && key === null && (
        <Form action={address} csrf={visit.csrf}>
          <input type="hidden" name="action" value="replace_key" />
          <Button>Generate a key</Button>
        </Form>
      )}
      {mayChange && key !== null && (
        <div class="actions">
          <a class="button destructive" href={`${address}?ask=replace_key`}>
            Regenerate the key …
          </a>
          <a class="button destructive" href={`${address}?ask=revoke_key`}>
            Revoke the key …
          </a>
        </div>
      )}
    </section>
  );
}

const Apps = ({ entry, apps }: Integrations) => (
  <section aria-labelledby="apps">
    <h2 id="apps">Connected apps</h2>
    <p>
      Apps of people who manage this {entry.resource.kind} now. Each app acts for its user and reaches all that the user
      manages.
    </p>
    {apps.length === 0 ? (
      <p>No app is connected.</p>
    ) : (
      <AppsTable
        caption={`Apps that reach this ${entry.resource.kind}`}
        apps={apps}
        hasUserColumn
        disconnectAddress={(app) =>
          mayDisconnect(entry, app) ? `${entry.address}?ask=disconnect&app=${app.id}` : null
        }
      />
    )}
  </section>
);

const AuthorizedClubs = ({ authorized }: { readonly authorized: readonly Authorized[] }) => (
  <section aria-labelledby="authorized">
    <h2 id="authorized">Clubs authorized for matches</h2>
    <p>The key and the apps of these clubs may also read and record the match. The tournament’s data file sets this.</p>
    {authorized.length === 0 ? (
      <p>No club is authorized for a match.</p>
    ) : (
      <Table
        caption="Authorized clubs, match by match"
        head={['Match', 'Kick-off', 'Clubs']}
        rows={authorized.map(({ match, at, clubs }) => [match, <Time at={at} fallback="not set" />, clubs.join(', ')])}
      />
    )}
  </section>
);

const ViewTokens = ({ entry: { visit, resource, address }, viewTokens, offers }: Integrations) => (
  <section aria-labelledby="view-tokens">
    <h2 id="view-tokens">View tokens</h2>
    <p>
      A view token only reads the live channels that it names. Use it in the address of a screen or an overlay. A token
      that you make here is valid only while you manage this {resource.kind}.
    </p>
    {viewTokens.length === 0 ? (
      <p>There are no view tokens now.</p>
    ) : (
      <Table
        stacks
        caption={`View tokens of this ${resource.kind}, newest first`}
        head={['Shows', 'Made', 'Until', 'Last used', 'Action']}
        rows={viewTokens.map((token) => [
          token.channels.map((channel) => named(channel, offers)).join(', '),
          <>
            <Time at={token.createdAt} /> by {token.madeBy}
          </>,
          <Time at={token.expiresAt} />,
          <>
            <Time at={token.lastUsedAt} fallback="never" />
            {token.lastUsedFrom !== null && ` from ${token.lastUsedFrom}`}
          </>,
          <a
            class="button destructive"
            href={`${address}?ask=revoke_view_token&view=${token.viewId}`}
            aria-label={`Revoke the view token for ${token.channels.join(', ')} …`}
          >
            Revoke …
          </a>,
        ])}
      />
    )}
    <h3>Make a view token</h3>
    <Form action={address} csrf={visit.csrf}>
      <input type="hidden" name="action" value="make_view_token" />
      <Choice name="channel" label="What it shows" choices={offers.map(labelled)} />
      <Choice name="lasts" label="How long it is valid" choices={Object.entries(VIEW_TOKEN_TERMS)} />
      <Button>Make a view token</Button>
    </Form>
  </section>
);

/** A channel with its title, if known. */
function named(channel: string, offers: readonly Offer[]): string {
  const offer = offers.find((one) => one.channel === channel);
  return offer ? `${offer.title} (${channel})` : channel;
}

const labelled = ({ channel, title, at }: Offer): readonly [string, string] => [
  channel,
  at === null ? title : `${title}, ${timeText(at)}`,
];
