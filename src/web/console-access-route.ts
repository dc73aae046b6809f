// How a signed-in person's phone gets a token for the console: asked for on a page, and handed over behind the `#` of the
// console's address, which browsers send to nobody.
import { parseChannel } from '../../protocol/wire/ids.ts';
import type { SignInSession } from '../auth/sign-in-sessions.ts';
import { consoleAccessPage } from './console-access.tsx';
import { Problem } from '../ops/problem.ts';
import type { Answer } from '../http/core/answer.ts';
import { type ConnectDeps, reachesSomething } from './connect-route.ts';
import { htmlAnswer, seeOther } from './layout/html-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site, Visit } from './site.ts';

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
