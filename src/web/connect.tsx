// The connection flow: an app sends a user here, the user connects it or cancels, and returns to the app
// (rules ACCESS-10 to ACCESS-12). The address holds the whole request, so it survives the sign-in.
import type { Resources } from '../../protocol/rest/account.ts';
import { CONNECT_PATH } from '../../protocol/rest/connect.ts';
import { type ConnectRequest, readConnectRequest } from '../auth/connect-request.ts';
import { withQuery } from '../auth/redirect-uri.ts';
import type { SignInSession } from '../auth/sign-in-sessions.ts';
import type { AppIdentity, Connection } from '../store/connections.ts';
import type { Answer } from '../http/core/answer.ts';
import type { PageWords } from '../browser/shared/words.ts';
import { seeOther } from './layout/html-answer.ts';
import { PageProblem } from './layout/page-problem.ts';
import { Fill, useWords } from './layout/words.tsx';
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
    const { bad, badAdvice, faults } = visit.words.connect;
    const details = read.map(({ path, kind, about }) => ({ path, message: faults[kind](about) }));
    throw new PageProblem(400, bad, { hint: badAdvice, details });
  }

  async function resourcesOf({ session, words }: Visit<SignInSession>): Promise<Resources> {
    const resources = await deps.loadResources(session.userId);
    if (resources === null) throw userGone(words);
    return resources;
  }

  /** The consent page, or a page that says that the user manages nothing. */
  function consentAnswer(visit: Visit<SignInSession>, request: ConnectRequest, resources: Resources): Promise<Answer> {
    const { appName, redirect } = request;
    const { visitor, csrf, html } = visit;
    const shown = { appName, origin: redirect.origin, action: `${CONNECT_PATH}?${visit.queryText}`, visitor, csrf };
    const options = { formTarget: formTargetOf(redirect.origin) };
    if (!managesSomething(resources)) return html(403, <NothingToConnectPage {...shown} />, options);
    return html(200, <ConsentPage {...shown} {...resources} />, options);
  }

  return site.signedIn({
    name: 'connect',
    path: CONNECT_PATH,
    precheck: (visit) => void requestOf(visit),
    show: async (visit) => consentAnswer(visit, requestOf(visit), await resourcesOf(visit)),
    async submit(visit, form) {
      const request = requestOf(visit);
      const { redirect, appName, state } = request;
      const back = (parameters: Readonly<Record<string, string>>): Answer =>
        seeOther(withQuery(redirect.uri, { ...parameters, ...(state === null ? {} : { state }) }));
      const decision = form.get('decision');
      if (decision === 'cancel') return back({ error: 'access_denied' });
      const resources = await resourcesOf(visit);
      // The user may have lost the right while the page was open. A form without a decision is shown again.
      if (decision !== 'connect' || !managesSomething(resources)) return consentAnswer(visit, request, resources);
      const connection = await deps.connectApp(visit.session.userId, { name: appName, origin: redirect.origin });
      if (connection === null) throw userGone(visit.words);
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

const userGone = ({ userGone: { title, advice } }: PageWords): PageProblem =>
  new PageProblem(403, title, { hint: advice });

type Asking = {
  readonly appName: string;
  /** The origin that receives the token. */
  readonly origin: string;
  /** The address of the forms: the request itself. */
  readonly action: string;
  readonly visitor: Visitor;
  readonly csrf: string;
};

type Managed = readonly { readonly id: number; readonly name: string; readonly role: keyof PageWords['roles'] }[];
type Consent = Asking & { readonly clubs: Managed; readonly tournaments: Managed };

export function ConsentPage({ appName, origin, action, visitor, csrf, clubs, tournaments }: Consent) {
  const { connect, frame } = useWords();
  return (
    <Page title={connect.title} visitor={visitor}>
      <p>
        <Fill text={connect.wouldLike(visitor.name)} parts={{ app: <strong class="app">{appName}</strong> }} />
      </p>
      <dl>
        <dt>{connect.nameGiven}</dt>
        <dd>{appName}</dd>
        <dt>{connect.sentTo}</dt>
        <dd>
          <strong class="app">{origin}</strong>
        </dd>
      </dl>
      <Notice kind="note" title={connect.warning}>
        <p>{connect.warningReason}</p>
      </Notice>
      <h2>{connect.access}</h2>
      <p>{connect.accessText}</p>
      <ManagedList title={connect.clubs(clubs.length)} items={clubs} />
      <ManagedList title={connect.tournaments(tournaments.length)} items={tournaments} />
      <p>{connect.anyTime}</p>
      <Form action={action} csrf={csrf}>
        <div class="actions">
          <Button name="decision" value="connect">
            {connect.connect}
          </Button>
          <Button name="decision" value="cancel" kind="quiet">
            {frame.cancel}
          </Button>
        </div>
      </Form>
    </Page>
  );
}

/** The most that the page names; an administrator reaches all of them. */
const NAMED_MAX = 50;

function ManagedList({ title, items }: { readonly title: string; readonly items: Managed }) {
  const { frame, roles } = useWords();
  if (items.length === 0) return null;
  const more = items.length - NAMED_MAX;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {items.slice(0, NAMED_MAX).map(({ id, name, role }) => (
          <li key={id}>
            <bdi>{name}</bdi> <span class="hint">({roles[role]})</span>
          </li>
        ))}
        {more > 0 && <li>{frame.and(more)}</li>}
      </ul>
    </>
  );
}

export function NothingToConnectPage({ appName, action, visitor, csrf }: Asking) {
  const { connect } = useWords();
  return (
    <Page title={connect.nothing} visitor={visitor}>
      <p>
        <Fill text={connect.nothingText(visitor.name)} parts={{ app: <strong class="app">{appName}</strong> }} />
      </p>
      <p>{connect.nothingAdvice}</p>
      <Form action={action} csrf={csrf}>
        <div class="actions">
          <Button name="decision" value="cancel">
            {connect.back}
          </Button>
        </div>
      </Form>
    </Page>
  );
}
