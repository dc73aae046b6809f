// How a signed-in person's phone gets a token for the console: asked for on a page, and handed over behind the `#` of the
// console's address, which browsers send to nobody.
import { parseChannel } from '../../protocol/wire/ids.ts';
import type { SignInSession } from '../auth/sign-in-sessions.ts';
import { Problem } from '../ops/problem.ts';
import type { Answer } from '../http/core/answer.ts';
import { type ConnectDeps, reachesSomething } from './connect.tsx';
import { htmlAnswer, seeOther } from './layout/html-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site, Visit } from './site.ts';
import { Button, Form } from './layout/form.tsx';
import { Page, pageHtml, type Visitor } from './layout/layout.tsx';

export type ConsoleAccessDeps = Pick<ConnectDeps, 'loadResources' | 'connectApp'> & {
  /** Where the service is reached; known once it listens. */
  readonly baseUrl: () => string;
};

const ADDRESS = '/me/console';
/** What the console is called among the apps of a person, where it can be disconnected. */
const APP_NAME = 'Touchline console';

/** The address that the phone comes back to: the match that it came from, if any. */
function consoleAddress({ query }: Visit): string {
  const channel = parseChannel(query.get('channel') ?? '');
  return channel === null ? '/console' : `/console/${channel.channel}`;
}

export function consoleAccessRoutes(site: Site, deps: ConsoleAccessDeps): readonly RouteSpec[] {
  const mayScore = async ({ session }: Visit<SignInSession>): Promise<boolean> => {
    const resources = await deps.loadResources(session.userId);
    return resources !== null && reachesSomething(resources);
  };

  function asked({ visitor, csrf, queryText }: Visit<SignInSession>, reaches: boolean): Answer {
    const action = queryText === '' ? ADDRESS : `${ADDRESS}?${queryText}`;
    return htmlAnswer(reaches ? 200 : 403, consoleAccessPage({ visitor, csrf, action, reaches }));
  }

  return site.signedIn({
    name: 'console_access',
    path: ADDRESS,
    show: async (visit) => asked(visit, await mayScore(visit)),
    async submit(visit) {
      // Rights may have gone while the page was open.
      if (!(await mayScore(visit))) return asked(visit, false);
      const origin = new URL(deps.baseUrl()).origin;
      const connection = await deps.connectApp(visit.session.userId, { name: APP_NAME, origin });
      if (connection === null) {
        throw new Problem(403, 'This account is gone.', { hint: 'Sign in with another account.' });
      }
      return seeOther(`${consoleAddress(visit)}#token=${connection.token}`);
    },
  });
}

export type ConsoleAccess = {
  readonly visitor: Visitor;
  readonly csrf: string;
  readonly action: string;
  /** Whether there is any club or tournament to score for. */
  readonly reaches: boolean;
};

export const consoleAccessPage = ({ visitor, csrf, action, reaches }: ConsoleAccess): string =>
  reaches
    ? pageHtml(
        <Page title="Score with this device" visitor={visitor}>
          <p>
            The scorekeeper’s console will keep a key on this device that records results of everything that you manage,
            as it is at any moment. It keeps working when you sign out.
          </p>
          <p>
            Lost the phone? Disconnect “Touchline console” among <a href="/me/apps">your apps</a>: the key stops working
            at once, on all your devices.
          </p>
          <Form action={action} csrf={csrf}>
            <div class="actions">
              <Button>Score with this device</Button>
            </div>
          </Form>
        </Page>,
      )
    : pageHtml(
        <Page title="There is nothing to score" visitor={visitor}>
          <p>
            You manage no club and no tournament. Ask an owner or moderator of the club, or the organizer of the
            tournament, to give you that role, or to give you the key of the club or the tournament: the{' '}
            <a href="/console">console</a> takes it too.
          </p>
        </Page>,
      );
