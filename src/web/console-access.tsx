// `/me/console` gives a signed-in user's phone a token for the console. The token comes behind the `#` of the console's
// address, which browsers do not send to a server.
import { parseChannel } from '../../protocol/wire/ids.ts';
import type { SignInSession } from '../auth/sign-in-sessions.ts';
import { Problem } from '../ops/problem.ts';
import type { Answer } from '../http/core/answer.ts';
import { type ConnectDeps, managesSomething } from './connect.tsx';
import { htmlAnswer, seeOther } from './layout/html-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site, Visit } from './site.ts';
import { Button, Form } from './layout/form.tsx';
import { Page } from './layout/layout.tsx';

export type ConsoleAccessDeps = Pick<ConnectDeps, 'loadResources' | 'connectApp'> & {
  /** The public address of the service; known once it listens. */
  readonly baseUrl: () => string;
};

const ADDRESS = '/me/console';
/** The name of the console in the list of a user's apps, where it can be disconnected. */
const APP_NAME = 'Touchline console';

/** The address that the phone returns to: its match, if it came from one. */
function consoleAddress({ query }: Visit): string {
  const channel = parseChannel(query.get('channel') ?? '');
  return channel === null ? '/console' : `/console/${channel.channel}`;
}

export function consoleAccessRoutes(site: Site, deps: ConsoleAccessDeps): readonly RouteSpec[] {
  const mayScore = async ({ session }: Visit<SignInSession>): Promise<boolean> => {
    const resources = await deps.loadResources(session.userId);
    return resources !== null && managesSomething(resources);
  };

  const nothingToScore = (visit: Visit<SignInSession>): Answer => htmlAnswer(403, nothingToScorePage(visit));

  return site.signedIn({
    name: 'console_access',
    path: ADDRESS,
    show: async (visit) =>
      (await mayScore(visit)) ? htmlAnswer(200, scoreWithThisDevicePage(visit)) : nothingToScore(visit),
    async submit(visit) {
      // The user may have lost the right while the page was open.
      if (!(await mayScore(visit))) return nothingToScore(visit);
      const origin = new URL(deps.baseUrl()).origin;
      const connection = await deps.connectApp(visit.session.userId, { name: APP_NAME, origin });
      if (connection === null) {
        throw new Problem(403, 'This account no longer exists.', { hint: 'Sign in with another account.' });
      }
      return seeOther(`${consoleAddress(visit)}#token=${connection.token}`);
    },
  });
}

const scoreWithThisDevicePage = ({ visitor, csrf, queryText }: Visit<SignInSession>) => (
  <Page title="Score with this device" visitor={visitor}>
    <p>
      The scorekeeper’s console stores a key on this device. The key can record results for every club and tournament
      that you manage. It still works after you sign out.
    </p>
    <p>
      Did you lose the phone? Disconnect “Touchline console” in <a href="/me/apps">your apps</a>: the key stops working
      at once, on all your devices.
    </p>
    <Form action={queryText === '' ? ADDRESS : `${ADDRESS}?${queryText}`} csrf={csrf}>
      <div class="actions">
        <Button>Score with this device</Button>
      </div>
    </Form>
  </Page>
);

const nothingToScorePage = ({ visitor }: Visit<SignInSession>) => (
  <Page title="There is nothing to score" visitor={visitor}>
    <p>
      You manage no club and no tournament. Ask an owner or moderator of the club, or the organizer of the tournament,
      for a role or for the key of the club or the tournament. You can enter the key in the{' '}
      <a href="/console">console</a>.
    </p>
  </Page>
);
