// The connection flow: an app sends a user here, the user connects it or cancels, and returns to the app
// (rules ACCESS-10 to ACCESS-12). The address holds the whole request, so it survives the sign-in.
import type { Resources } from '../../protocol/rest/account.ts';
import { CONNECT_PATH } from '../../protocol/rest/connect.ts';
import { type ConnectRequest, readConnectRequest } from '../auth/connect-request.ts';
import { withQuery } from '../auth/redirect-uri.ts';
import type { SignInSession } from '../auth/sign-in-sessions.ts';
import { Problem } from '../ops/problem.ts';
import type { AppIdentity, Connection } from '../store/connections.ts';
import type { Answer } from '../http/core/answer.ts';
import { htmlAnswer, seeOther } from './layout/html-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site, Visit } from './site.ts';
import { Button, Form } from './layout/form.tsx';
import { Page, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';

export type ConnectDeps = {
  /** The clubs and tournaments that the user manages now; null when the user was deleted. Throws Problem 503. */
  readonly loadResources: (userId: number) => Promise<Resources | null>;
  /** Null when the user was deleted. Throws Problem 503. */
  readonly connectApp: (userId: number, app: AppIdentity) => Promise<Connection | null>;
  /** The addresses of the service: the public one and the one it listens on. Known once it listens. */
  readonly ownUrls: () => readonly string[];
  /** Refuses redirects to plain http. */
  readonly isProduction: boolean;
};

export function connectRoutes(site: Site, deps: ConnectDeps): readonly RouteSpec[] {
  /** Throws Problem 400 that lists the bad parameters: a bad request never redirects. */
  function requestOf(visit: Visit): ConnectRequest {
    const own = { urls: [...deps.ownUrls(), `http://${visit.host}`], isProduction: deps.isProduction };
    const read = readConnectRequest(visit.query, own);
    if ('redirect' in read) return read;
    throw new Problem(400, 'This app cannot be connected.', {
      hint:
        'Nothing was connected or sent to the app. Its developer must correct these parameters of ' +
        'GET /api/auth/connect; the guide describes the flow.',
      details: read,
    });
  }

  async function resourcesOf({ userId }: SignInSession): Promise<Resources> {
    const resources = await deps.loadResources(userId);
    if (resources === null) throw userGone();
    return resources;
  }

  /** The consent page, or a page that says that the user manages nothing. */
  function consentAnswer(visit: Visit<SignInSession>, request: ConnectRequest, resources: Resources): Answer {
    const { appName, redirect } = request;
    const { visitor, csrf } = visit;
    const shown = { appName, origin: redirect.origin, action: `${CONNECT_PATH}?${visit.queryText}`, visitor, csrf };
    const options = { formTarget: formTargetOf(redirect.origin) };
    if (!managesSomething(resources)) return htmlAnswer(403, nothingToConnectPage(shown), options);
    return htmlAnswer(200, consentPage({ ...shown, ...resources }), options);
  }

  return site.signedIn({
    name: 'connect',
    path: CONNECT_PATH,
    precheck: (visit) => void requestOf(visit),
    show: async (visit) => consentAnswer(visit, requestOf(visit), await resourcesOf(visit.session)),
    async submit(visit, form) {
      const request = requestOf(visit);
      const { redirect, appName, state } = request;
      const back = (parameters: Readonly<Record<string, string>>): Answer =>
        seeOther(withQuery(redirect.uri, { ...parameters, ...(state === null ? {} : { state }) }));
      const decision = form.get('decision');
      if (decision === 'cancel') return back({ error: 'access_denied' });
      const resources = await resourcesOf(visit.session);
      // The user may have lost the right while the page was open. A form without a decision is shown again.
      if (decision !== 'connect' || !managesSomething(resources)) return consentAnswer(visit, request, resources);
      const connection = await deps.connectApp(visit.session.userId, { name: appName, origin: redirect.origin });
      if (connection === null) throw userGone();
      return back({
        api_key: connection.token,
        resource_type: 'account',
        user_name: resources.user.name,
        club_count: String(resources.clubs.length),
        tournament_count: String(resources.tournaments.length),
      });
    },
  });
}

/** Only users who manage a club or a tournament may connect (rule ACCESS-3). */
export const managesSomething = ({ clubs, tournaments }: Resources): boolean =>
  clubs.length > 0 || tournaments.length > 0;

/**
 * Browsers check every redirect after a form against the page's policy, also the app's own redirects between its hosts.
 * So the policy names schemes, not the app's host.
 */
const formTargetOf = (origin: string): string => (origin.startsWith('https:') ? 'https:' : 'http: https:');

const userGone = (): Problem =>
  new Problem(403, 'This account no longer exists.', { hint: 'Nothing was connected. Sign in with another account.' });

type Asking = {
  readonly appName: string;
  /** The origin that receives the token. */
  readonly origin: string;
  /** The address of the forms: the request itself. */
  readonly action: string;
  readonly visitor: Visitor;
  readonly csrf: string;
};

type Managed = readonly { readonly id: number; readonly name: string; readonly role: string }[];
type Consent = Asking & { readonly clubs: Managed; readonly tournaments: Managed };

export const consentPage = ({ appName, origin, action, visitor, csrf, clubs, tournaments }: Consent) => (
  <Page title="Connect an app" visitor={visitor}>
    <p>
      <strong class="app">{appName}</strong> would like to use your account, {visitor.name}.
    </p>
    <dl>
      <dt>Name given by the app</dt>
      <dd>{appName}</dd>
      <dt>Your key is sent to</dt>
      <dd>
        <strong class="app">{origin}</strong>
      </dd>
    </dl>
    <Notice kind="note" title="Continue only if you came from this address and trust it.">
      <p>An app can give itself any name. Only the address identifies it.</p>
    </Notice>
    <h2>What it can access</h2>
    <p>
      It can read profiles, players, games and matches, and record results and events, for every club and tournament
      that you manage. Currently these are:
    </p>
    <ManagedList title="Clubs" items={clubs} />
    <ManagedList title="Tournaments" items={tournaments} />
    <p>You can disconnect it at any time.</p>
    <Form action={action} csrf={csrf}>
      <div class="actions">
        <Button name="decision" value="connect">
          Connect
        </Button>
        <Button name="decision" value="cancel" kind="quiet">
          Cancel
        </Button>
      </div>
    </Form>
  </Page>
);

/** The most that the page names; an administrator reaches all of them. */
const NAMED_MAX = 50;

function ManagedList({ title, items }: { readonly title: string; readonly items: Managed }) {
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

const nothingToConnectPage = ({ appName, action, visitor, csrf }: Asking) => (
  <Page title="There is nothing to connect" visitor={visitor}>
    <p>
      <strong class="app">{appName}</strong> would like to use your account, {visitor.name}, but you manage no club and
      no tournament.
    </p>
    <p>
      Owners and moderators of a club can connect apps, and so can organizers of a tournament and the staff of its host
      club. Ask one of them to give you that role, or sign out and use another account.
    </p>
    <Form action={action} csrf={csrf}>
      <div class="actions">
        <Button name="decision" value="cancel">
          Back to the app
        </Button>
      </div>
    </Form>
  </Page>
);
