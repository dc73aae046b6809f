// `/me/console` gives a signed-in user's phone a token for the console. The token comes behind the `#` of the console's
// address, which browsers do not send to a server.
import { parseAnyChannel } from '../../protocol/wire/ids.ts';
import type { SignInSession } from '../auth/sign-in-sessions.ts';
import type { Answer } from '../http/core/answer.ts';
import { type ConnectDeps, managesSomething } from './connect.tsx';
import { seeOther } from './layout/html-answer.ts';
import { PageProblem } from './layout/page-problem.ts';
import { Fill, useWords } from './layout/words.tsx';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site, Visit } from './site.ts';
import { Button, Form } from './layout/form.tsx';
import { Page } from './layout/layout.tsx';

export type ConsoleEntryDeps = Pick<ConnectDeps, 'connectApp'> & {
  /** The public address of the service; known once it listens. */
  readonly baseUrl: () => string;
};
export type ConsoleAccessDeps = ConsoleEntryDeps & Pick<ConnectDeps, 'loadResources'>;

const ADDRESS = '/me/console';
/** The name of the console in the list of a user's apps, where it can be disconnected. */
const APP_NAME = 'Touchline console';

/** The address that the phone returns to: its match, or the director's page of it, if it came from one. */
function consoleAddress({ query }: Visit): string {
  const channel = parseAnyChannel(query.get('channel') ?? '');
  if (channel === null) return '/console';
  return channel.kind === 'air' ? `/console/${channel.match.channel}/air` : `/console/${channel.channel}`;
}

/** The address of the console with the visitor's token for this device. `path`: of the console. Throws Problem 403 or 503. */
export async function consoleEntry(
  deps: ConsoleEntryDeps,
  { session, words }: Visit<SignInSession>,
  path: string,
): Promise<string> {
  const origin = new URL(deps.baseUrl()).origin;
  const connection = await deps.connectApp(session.userId, { name: APP_NAME, origin });
  if (connection === null) throw new PageProblem(403, words.userGone.title, { hint: words.userGone.advice });
  // The kind saves the console a refused request.
  return `${path}#token=${connection.token}&kind=account`;
}

export function consoleAccessRoutes(site: Site, deps: ConsoleAccessDeps): readonly RouteSpec[] {
  const mayScore = async ({ session }: Visit<SignInSession>): Promise<boolean> => {
    const resources = await deps.loadResources(session.userId);
    return resources !== null && managesSomething(resources);
  };

  const nothingToScore = (visit: Visit<SignInSession>): Promise<Answer> =>
    visit.html(403, <NothingToScorePage {...visit} />);

  return site.signedIn({
    name: 'console_access',
    path: ADDRESS,
    show: async (visit) =>
      (await mayScore(visit)) ? visit.html(200, <ScoreWithThisDevicePage {...visit} />) : nothingToScore(visit),
    async submit(visit) {
      // The user may have lost the right while the page was open.
      if (!(await mayScore(visit))) return nothingToScore(visit);
      return seeOther(await consoleEntry(deps, visit, consoleAddress(visit)));
    },
  });
}

function ScoreWithThisDevicePage({ visitor, csrf, queryText }: Visit<SignInSession>) {
  const { device } = useWords();
  return (
    <Page title={device.title} visitor={visitor}>
      <p>{device.about}</p>
      <p>
        <Fill text={device.lost} parts={{ apps: <a href="/me/apps">{device.yourApps}</a> }} />
      </p>
      <Form action={queryText === '' ? ADDRESS : `${ADDRESS}?${queryText}`} csrf={csrf}>
        <div class="actions">
          <Button>{device.title}</Button>
        </div>
      </Form>
    </Page>
  );
}

function NothingToScorePage({ visitor }: Visit<SignInSession>) {
  const { device } = useWords();
  return (
    <Page title={device.nothing} visitor={visitor}>
      <p>
        <Fill text={device.nothingAdvice} parts={{ console: <a href="/console">{device.console}</a> }} />
      </p>
    </Page>
  );
}
