// The pages of webhooks: the list with its form, one webhook with its deliveries, and the part of the integrations page. They are
// for developers, in English like the guide.
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX, WEBHOOKS_MAX, type WebhookMessage } from '../../../protocol/rest/webhook.ts';
import type { Delivery } from '../../store/webhook-deliveries.ts';
import type { Webhook } from '../../store/webhooks.ts';
import { Button, Field, Form } from '../layout/form.tsx';
import { Page } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { Table } from '../layout/table.tsx';
import { Time } from '../layout/time.tsx';
import type { VisitorRole } from './visitor-role.ts';

/** On the integrations page. A paused webhook must not stay unnoticed. */
export const WebhooksPart = (props: {
  readonly address: string;
  readonly kind: string;
  readonly webhooks: readonly Webhook[];
}) => {
  const paused = props.webhooks.filter(({ paused: since }) => since !== null).length;
  return (
    <section aria-labelledby="webhooks" lang="en" dir="ltr">
      <h2 id="webhooks">Webhooks</h2>
      {paused > 0 && (
        <Notice kind="error" title={paused === 1 ? 'A webhook is paused.' : `${paused} webhooks are paused.`}>
          <p>It sends nothing until you resume it.</p>
        </Notice>
      )}
      <p>
        A webhook tells your own server what happens in the matches of this {props.kind}. There are{' '}
        {props.webhooks.length} now.
      </p>
      <p>
        <a class="button quiet" href={`${props.address}/webhooks`}>
          Webhooks
        </a>
      </p>
    </section>
  );
};

/** `problem`: of the address that was sent, which the form shows again. */
export type ListPage = {
  readonly entry: VisitorRole;
  readonly webhooks: readonly Webhook[];
  readonly notice: string | null;
  readonly problem: string | null;
  readonly url: string;
};

export function WebhooksPage({ entry, webhooks, notice, problem, url }: ListPage) {
  const { visit, resource } = entry;
  const address = `${entry.address}/webhooks`;
  return (
    <Page title={`Webhooks of ${resource.name}`} visitor={visit.visitor}>
      <div lang="en" dir="ltr">
        {notice !== null && <Notice kind="good" title={notice} />}
        {problem !== null && <Notice kind="error" title={problem} />}
        <p>
          A webhook tells your own server what happens in the matches of this {resource.kind}. Your developers find the
          messages and how to verify them in <a href="/api/docs#webhooks">the guide</a>.{' '}
          <a href={entry.address}>Back to the integrations</a>
        </p>
        {webhooks.length === 0 ? (
          <p>There are no webhooks now.</p>
        ) : (
          <Table
            stacks
            caption={`Webhooks of this ${resource.kind}`}
            head={['Address', 'Events', 'State', 'Action']}
            rows={webhooks.map((webhook) => [
              webhook.url,
              eventsText(webhook),
              <State webhook={webhook} />,
              <a
                class="button quiet"
                href={`${address}/${webhook.id}`}
                aria-label={`Open the webhook to ${webhook.url}`}
              >
                Open
              </a>,
            ])}
          />
        )}
        <h2>Make a webhook</h2>
        {webhooks.length >= WEBHOOKS_MAX ? (
          <p>
            There are {WEBHOOKS_MAX} webhooks, the most that a {resource.kind} may have. Delete one to make another.
          </p>
        ) : (
          <Form action={address} csrf={visit.csrf}>
            <Field
              name="url"
              label="Address of your server"
              hint="It begins with https:// and can be reached from the internet."
              input={{ type: 'url', required: true, maxLength: WEBHOOK_URL_MAX, autocomplete: 'off', value: url }}
            />
            <fieldset>
              <legend>What it is told</legend>
              {WEBHOOK_EVENTS.map((event) => (
                <label key={event} class="check">
                  <input type="checkbox" name="events" value={event} checked /> {EVENT_WORDS[event]}
                </label>
              ))}
            </fieldset>
            <Button>Make a webhook</Button>
          </Form>
        )}
      </div>
    </Page>
  );
}

const EVENT_WORDS = {
  'match.started': 'A match starts',
  period: 'A period begins or ends',
  'goal.cancelled': 'A goal is cancelled',
  goal: 'A goal',
  card: 'A card',
  'match.completed': 'A match is over',
  'match.corrected': 'Something is corrected',
} as const satisfies Readonly<Record<(typeof WEBHOOK_EVENTS)[number], string>>;

const eventsText = ({ events }: Webhook): string =>
  events.length === WEBHOOK_EVENTS.length ? 'all' : events.map((event) => EVENT_WORDS[event]).join(', ');

const State = ({ webhook: { paused } }: { readonly webhook: Webhook }) =>
  paused === null ? (
    <>active</>
  ) : (
    <>
      paused since <Time at={paused.at} />
    </>
  );

export type OnePage = {
  readonly entry: VisitorRole;
  readonly webhook: Webhook;
  readonly notice: string | null;
  readonly deliveries: readonly Delivery[];
  /** Addresses of the pages with newer and older deliveries; null where there are none. */
  readonly newer: string | null;
  readonly older: string | null;
};

export function WebhookPage({ entry, webhook, notice, deliveries, newer, older }: OnePage) {
  const { visit } = entry;
  const list = `${entry.address}/webhooks`;
  const address = `${list}/${webhook.id}`;
  const { paused, earlierUntil } = webhook;
  return (
    <Page title="Webhook" visitor={visit.visitor}>
      <div lang="en" dir="ltr">
        {notice !== null && <Notice kind="good" title={notice} />}
        {paused !== null && (
          <Notice kind="error" title="This webhook is paused.">
            <p>
              Since <Time at={paused.at} />. {paused.reason} When you resume it, it sends everything that has waited.
            </p>
            <Form action={address} csrf={visit.csrf}>
              <Button name="action" value="resume">
                Resume
              </Button>
            </Form>
          </Notice>
        )}
        <p>
          To {webhook.url}. Events: {eventsText(webhook)}. Made on <Time at={webhook.createdAt} />.{' '}
          <a href={list}>Back to the webhooks</a>
        </p>
        {earlierUntil !== null && (
          <p>
            The secret was changed. Messages are signed with the earlier one too until <Time at={earlierUntil} />.
          </p>
        )}
        <div class="actions">
          <a class="button quiet" href={`${address}?ask=rotate`}>
            Change the secret …
          </a>
          <a class="button destructive" href={`${address}?ask=delete`}>
            Delete …
          </a>
        </div>
        <h2>Deliveries of the last 7 days</h2>
        {deliveries.length === 0 ? (
          <p>Nothing was sent yet.</p>
        ) : (
          <Table
            stacks
            caption="Messages, newest first"
            head={['Message', 'First sent', 'Newest answer', 'Attempts', 'Action']}
            rows={deliveries.map((delivery) => [
              <MessageName delivery={delivery} />,
              <Time at={delivery.createdAt} />,
              <AnswerText delivery={delivery} />,
              delivery.attempts,
              <Form action={address} csrf={visit.csrf}>
                <input type="hidden" name="delivery" value={delivery.id} />
                <Button kind="quiet" name="action" value="send">
                  Send again
                </Button>
              </Form>,
            ])}
          />
        )}
        <p>
          {newer !== null && <a href={newer}>Newer deliveries</a>}{' '}
          {older !== null && <a href={older}>Older deliveries</a>}
        </p>
      </div>
    </Page>
  );
}

function MessageName({ delivery: { body, id } }: { readonly delivery: Delivery }) {
  // We made it: `messageOf` in webhooks/message.ts.
  const { type, data } = JSON.parse(body) as WebhookMessage;
  return (
    <>
      {EVENT_WORDS[type]}: {data.title}
      <span class="under hint">
        <code>{id}</code>
      </span>
    </>
  );
}

function AnswerText({ delivery }: { readonly delivery: Delivery }) {
  const { status, answer, deliveredAt, nextAt } = delivery;
  return (
    <>
      {deliveredAt === null ? 'Not taken' : 'Taken'}
      {status !== null && `, status ${status}`}
      {answer !== '' && <span class="under hint">{answer}</span>}
      {nextAt !== null && (
        <span class="under hint">
          Sent again: <Time at={nextAt} />
        </span>
      )}
    </>
  );
}
