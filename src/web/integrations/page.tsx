// The integrations page of a club or a tournament: its key, the connected apps, its view tokens, and the audit trail.
import { AppsTable, type ShownApp } from '../my-apps.tsx';
import { Button, Form } from '../layout/form.tsx';
import { Page, pageHtml, type Visitor } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { Table } from '../layout/table.tsx';
import { Time, timeText } from '../layout/time.tsx';
import { AuditTrail, type TrailPart } from '../layout/audit-trail.tsx';

/** Times in ms since 1970. */
export type ShownKey = { readonly id: number; readonly createdAt: number; readonly lastUsedAt: number | null };
export type ShownViewToken = {
  readonly viewId: string;
  readonly channels: readonly string[];
  readonly madeBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt: number | null;
  readonly lastUsedFrom: string | null;
};
export type Offered = { readonly channel: string; readonly title: string; readonly at: number | null };
export type Authorization = { readonly match: string; readonly at: number | null; readonly clubs: readonly string[] };

export type Integrations = {
  readonly visitor: Visitor;
  readonly csrf: string;
  /** The address of the page itself. */
  readonly address: string;
  readonly kind: 'club' | 'tournament';
  readonly name: string;
  readonly role: string;
  /** Whether the user may change the key. */
  readonly mayTouchKey: boolean;
  readonly notice: string | null;
  readonly key: ShownKey | null;
  readonly apps: readonly ShownApp[];
  readonly mayDisconnect: (app: ShownApp) => boolean;
  readonly viewTokens: readonly ShownViewToken[];
  readonly offers: readonly Offered[];
  /** How long a view token may last: the value of the form's field, and its words. */
  readonly terms: Readonly<Record<string, string>>;
  /** Tournaments only. */
  readonly authorized: readonly Authorization[] | null;
  readonly trail: TrailPart;
};

export const integrationsPage = (integrations: Integrations): string => {
  const { visitor, kind, name, role, notice } = integrations;
  return pageHtml(
    <Page title={`Integrations of ${name}`} visitor={visitor}>
      {notice !== null && <Notice kind="good" title={notice} />}
      <p>
        The keys, apps and tokens with access to this {kind}. You see this page as {role}.{' '}
        <a href="/me/apps">Your own apps</a>
      </p>
      <Key {...integrations} />
      <Apps {...integrations} />
      {integrations.authorized !== null && <Authorized authorized={integrations.authorized} />}
      <ViewTokens {...integrations} />
      <AuditTrail {...integrations.trail} />
    </Page>,
  );
};

function Key({ kind, key, mayTouchKey, csrf, address }: Integrations) {
  return (
    <section aria-labelledby="key">
      <h2 id="key">API key of the {kind}</h2>
      <p>
        This key is shared by everyone who uses it, and has full access to this {kind}. Each connected app has its own
        key.
      </p>
      {key === null ? (
        <p>There is no key now.</p>
      ) : (
        <p>
          There is a key. It was made on <Time at={key.createdAt} never="" /> and last used:{' '}
          <Time at={key.lastUsedAt} never="never" />.
        </p>
      )}
      {!mayTouchKey && <p class="hint">Only an owner of the club can generate and revoke its key.</p>}
      {mayTouchKey && key === null && (
        <Form action={address} csrf={csrf}>
          <input type="hidden" name="action" value="replace_key" />
          <Button>Generate a key</Button>
        </Form>
      )}
      {mayTouchKey && key !== null && (
        <div class="actions">
          <a class="button grave" href={`${address}?ask=replace_key`}>
            Regenerate the key …
          </a>
          <a class="button grave" href={`${address}?ask=revoke_key`}>
            Revoke the key …
          </a>
        </div>
      )}
    </section>
  );
}

const Apps = ({ kind, apps, mayDisconnect, address }: Integrations) => (
  <section aria-labelledby="apps">
    <h2 id="apps">Connected apps</h2>
    <p>Apps of people who manage this {kind} now. Each app acts for its user and reaches all that the user manages.</p>
    {apps.length === 0 ? (
      <p>No app is connected.</p>
    ) : (
      <AppsTable
        caption={`Apps that reach this ${kind}`}
        apps={apps}
        namesUsers
        endAddress={(app) => (mayDisconnect(app) ? `${address}?ask=disconnect&app=${app.id}` : null)}
      />
    )}
  </section>
);

const Authorized = ({ authorized }: { readonly authorized: readonly Authorization[] }) => (
  <section aria-labelledby="authorized">
    <h2 id="authorized">Clubs authorized for matches</h2>
    <p>The key and the apps of these clubs may also read and record the match. The tournament’s data file sets this.</p>
    {authorized.length === 0 ? (
      <p>No club is authorized for a match.</p>
    ) : (
      <Table
        caption="Authorized clubs, match by match"
        head={['Match', 'Kick-off', 'Clubs']}
        rows={authorized.map(({ match, at, clubs }) => [match, <Time at={at} never="not set" />, clubs.join(', ')])}
      />
    )}
  </section>
);

const ViewTokens = ({ kind, csrf, address, viewTokens, offers, terms }: Integrations) => (
  <section aria-labelledby="view-tokens">
    <h2 id="view-tokens">View tokens</h2>
    <p>
      A view token only reads the live channels that it names. Use it in the address of a screen or an overlay. A token
      that you make here works for as long as you manage this {kind}.
    </p>
    {viewTokens.length === 0 ? (
      <p>There are no view tokens now.</p>
    ) : (
      <Table
        stacks
        caption={`View tokens of this ${kind}, newest first`}
        head={['Shows', 'Made', 'Until', 'Last used', 'Action']}
        rows={viewTokens.map((token) => [
          token.channels.map((channel) => named(channel, offers)).join(', '),
          <>
            <Time at={token.createdAt} never="" /> by {token.madeBy}
          </>,
          <Time at={token.expiresAt} never="" />,
          <>
            <Time at={token.lastUsedAt} never="never" />
            {token.lastUsedFrom !== null && ` from ${token.lastUsedFrom}`}
          </>,
          <a
            class="button grave"
            href={`${address}?ask=revoke_view_token&view=${token.viewId}`}
            aria-label={`Revoke the view token for ${token.channels.join(', ')} …`}
          >
            Revoke …
          </a>,
        ])}
      />
    )}
    <h3>Make a view token</h3>
    <Form action={address} csrf={csrf}>
      <input type="hidden" name="action" value="make_view_token" />
      <Choice name="channel" label="What it shows" options={offers.map(labelled)} />
      <Choice name="lasts" label="How long it works" options={Object.entries(terms)} />
      <Button>Make a view token</Button>
    </Form>
  </section>
);

/** A channel with its title, if known. */
function named(channel: string, offers: readonly Offered[]): string {
  const offer = offers.find((one) => one.channel === channel);
  return offer ? `${offer.title} (${channel})` : channel;
}

const labelled = ({ channel, title, at }: Offered): readonly [string, string] => [
  channel,
  at === null ? title : `${title}, ${timeText(at)}`,
];

const Choice = (props: {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, words: string])[];
}) => (
  <div class="field">
    <label for={props.name}>{props.label}</label>
    <select id={props.name} name={props.name} required>
      {props.options.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  </div>
);
