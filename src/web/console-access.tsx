// Lets the phone in one's hand score: one question, one button.
import { Button, Form } from './layout/form.tsx';
import { Page, pageHtml, type Visitor } from './layout/layout.tsx';

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
