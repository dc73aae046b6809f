// How a signed-in person's phone gets a token for the console: asked for on a page, and handed over behind the `#` of the
// console's address, which browsers send to nobody.
import type { Resources } from '../../protocol/account.ts';
import { parseChannel } from '../../protocol/ids.ts';
import { consoleAccessPage } from '../pages/site/console-access.tsx';
import { Problem } from '../problem.ts';
import type { ConnectDeps } from './connect.ts';
import { htmlAnswer, seeOther } from './html.ts';
import type { RouteSpec } from './router.ts';
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

const managesSomething = ({ clubs, tournaments }: Resources): boolean => clubs.length > 0 || tournaments.length > 0;

export function consoleAccessRoutes(site: Site, deps: ConsoleAccessDeps): readonly RouteSpec[] {
  return site.signedIn({
    name: 'console_access',
    path: ADDRESS,
    async show(visit) {
      const { visitor, csrf, queryText, session } = visit;
      const resources = await deps.loadResources(session.userId);
      const action = queryText === '' ? ADDRESS : `${ADDRESS}?${queryText}`;
      const reaches = resources !== null && managesSomething(resources);
      return htmlAnswer(reaches ? 200 : 403, consoleAccessPage({ visitor, csrf, action, reaches }));
    },
    async submit(visit) {
      const origin = new URL(deps.baseUrl()).origin;
      const connection = await deps.connectApp(visit.session.userId, { name: APP_NAME, origin });
      if (connection === null) {
        throw new Problem(403, 'This account is gone.', { hint: 'Sign in with another account.' });
      }
      return seeOther(`${consoleAddress(visit)}#token=${connection.token}`);
    },
  });
}
