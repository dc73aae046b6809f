// The connection flow's pages: the question, and the reason not to ask it.
import { Button, Form } from './layout/form.tsx';
import { Page, pageHtml, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';

type Asking = {
  readonly appName: string;
  /** Where the token is sent. */
  readonly origin: string;
  /** The address that the forms are sent to: the request itself. */
  readonly action: string;
  readonly visitor: Visitor;
  readonly csrf: string;
};

export type Consent = Asking & {
  readonly clubs: readonly { readonly id: number; readonly name: string; readonly role: string }[];
  readonly tournaments: readonly { readonly id: number; readonly name: string; readonly role: string }[];
};

export const consentPage = ({ appName, origin, action, visitor, csrf, clubs, tournaments }: Consent): string =>
  pageHtml(
    <Page title="Connect an app" visitor={visitor}>
      <p>
        <strong class="app">{appName}</strong> would like to use your account, {visitor.name}.
      </p>
      <dl>
        <dt>Name that the app gives itself</dt>
        <dd>{appName}</dd>
        <dt>Your key is sent to</dt>
        <dd>
          <strong class="app">{origin}</strong>
        </dd>
      </dl>
      <Notice kind="note" title="Go on only if you came from this address and trust it.">
        <p>Anybody can choose any name. The address is what tells apps apart.</p>
      </Notice>
      <h2>What it will reach</h2>
      <p>
        It can read profiles, players, games and matches, and record results and events of everything that you manage,
        as it is at any moment. Now that is:
      </p>
      <Reached title="Clubs" items={clubs} />
      <Reached title="Tournaments" items={tournaments} />
      <p>You can disconnect it at any time.</p>
      <Form action={action} csrf={csrf}>
        <div class="actions">
          <Button name="decision" value="connect">
            Connect
          </Button>
          <Button name="decision" value="cancel" isQuiet>
            Cancel
          </Button>
        </div>
      </Form>
    </Page>,
  );

/** Named on the page; an administrator reaches all there are. */
const NAMED_MAX = 50;

function Reached({ title, items }: { readonly title: string; readonly items: Consent['clubs'] }) {
  if (items.length === 0) return null;
  const more = items.length - NAMED_MAX;
  return (
    <>
      <h3>{`${title} (${items.length})`}</h3>
      <ul>
        {items.slice(0, NAMED_MAX).map(({ id, name, role }) => (
          <li key={id}>
            {name} <span class="hint">({role})</span>
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </>
  );
}

export const nothingToConnectPage = ({ appName, action, visitor, csrf }: Asking): string =>
  pageHtml(
    <Page title="There is nothing to connect" visitor={visitor}>
      <p>
        <strong class="app">{appName}</strong> would like to use your account, {visitor.name}, but you manage no club
        and no tournament.
      </p>
      <p>
        Apps can be connected by owners and moderators of a club, by organizers of a tournament and the staff of its
        host club. Ask one of them to give you that role, or sign out and use another account.
      </p>
      <Form action={action} csrf={csrf}>
        <div class="actions">
          <Button name="decision" value="cancel">
            Back to the app
          </Button>
        </div>
      </Form>
    </Page>,
  );
