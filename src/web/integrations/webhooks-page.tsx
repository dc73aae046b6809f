// The pages of webhooks: the list with its form, one webhook with its deliveries, and the part of the integrations page.
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX, WEBHOOKS_MAX, type WebhookMessage } from '../../../protocol/rest/webhook.ts';
import type { Delivery } from '../../store/webhook-deliveries.ts';
import type { Webhook } from '../../store/webhooks.ts';
import { Button, Check, Field, Form } from '../layout/form.tsx';
import { Page } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { Table } from '../layout/table.tsx';
import { Time } from '../layout/time.tsx';
import { Fill, useWords } from '../layout/words.tsx';
import type { PageWords } from '../../browser/shared/words.ts';
import type { Resource } from '../../store/integrations.ts';
import type { VisitorRole } from './visitor-role.ts';

/** On the integrations page. A paused webhook must not stay unnoticed. */
export const WebhooksPart = (props: {
  readonly address: string;
  readonly kind: Resource['kind'];
  readonly webhooks: readonly Webhook[];
}) => {
  const words = useWords().webhooks;
  const paused = props.webhooks.filter(({ paused: since }) => since !== null).length;
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">{words.title}</h2>
      {paused > 0 && (
        <Notice kind="error" title={words.paused(paused)}>
          <p>{words.pausedAdvice}</p>
        </Notice>
      )}
      <p>
        {words.about[props.kind]} {words.now(props.webhooks.length)}
      </p>
      <p>
        <a class="button quiet" href={`${props.address}/webhooks`}>
          {words.title}
        </a>
      </p>
    </section>
  );
};

/** `problem`: of the form that was sent, whose entries are shown again. */
export type ListPage = {
  readonly entry: VisitorRole;
  readonly webhooks: readonly Webhook[];
  readonly notice: string | null;
  readonly problem: { readonly title: string; readonly details?: string } | null;
  readonly url: string;
  /** The ticked ones. */
  readonly events: readonly string[];
};

export function WebhooksPage({ entry, webhooks, notice, problem, url, events }: ListPage) {
  const { visit, resource } = entry;
  const words = useWords().webhooks;
  const address = `${entry.address}/webhooks`;
  return (
    <Page title={words.titleOf(resource.name)} visitor={visit.visitor}>
      {notice !== null && <Notice kind="good" title={notice} />}
      {problem !== null && (
        <Notice kind="error" title={problem.title}>
          {problem.details !== undefined && <p>{problem.details}</p>}
        </Notice>
      )}
      <p>
        {words.about[resource.kind]}{' '}
        <Fill text={words.guide} parts={{ guide: <a href="/api/docs#webhooks">{words.guideLink}</a> }} />{' '}
        <a href={entry.address}>{words.back}</a>
      </p>
      {webhooks.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Table
          stacks
          caption={words.caption[resource.kind]}
          head={words.columns}
          rows={webhooks.map((webhook) => [
            <bdi>{webhook.url}</bdi>,
            eventsText(webhook, words),
            <State webhook={webhook} />,
            <a class="button quiet" href={`${address}/${webhook.id}`} aria-label={words.openOf(webhook.url)}>
              {words.open}
            </a>,
          ])}
        />
      )}
      <h2>{words.make}</h2>
      {webhooks.length >= WEBHOOKS_MAX ? (
        <p>{words.full(WEBHOOKS_MAX)}</p>
      ) : (
        <Form action={address} csrf={visit.csrf}>
          <Field
            name="url"
            label={words.url}
            hint={words.urlHint}
            input={{ type: 'url', required: true, maxLength: WEBHOOK_URL_MAX, autocomplete: 'off', value: url }}
          />
          <fieldset>
            <legend>{words.told}</legend>
            {WEBHOOK_EVENTS.map((event) => (
              <Check
                key={event}
                name="events"
                value={event}
                label={words.events[event]}
                isOn={events.includes(event)}
              />
            ))}
          </fieldset>
          <Button>{words.make}</Button>
        </Form>
      )}
    </Page>
  );
}

type Words = PageWords['webhooks'];

/** A text for programs, as the server that was called gave it. */
const English = ({ text }: { readonly text: string }) => (
  <p lang="en" dir="ltr">
    {text}
  </p>
);

const eventsText = ({ events }: Webhook, words: Words): string =>
  events.length === WEBHOOK_EVENTS.length ? words.allEvents : events.map((event) => words.events[event]).join(', ');

function State({ webhook: { paused } }: { readonly webhook: Webhook }) {
  const words = useWords().webhooks;
  if (paused === null) return <>{words.active}</>;
  return <Fill text={words.pausedSince} parts={{ time: <Time at={paused.at} /> }} />;
}

type OnePage = {
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
  const words = useWords().webhooks;
  const list = `${entry.address}/webhooks`;
  const address = `${list}/${webhook.id}`;
  const { paused, earlierUntil } = webhook;
  return (
    <Page title={words.one} visitor={visit.visitor}>
      {notice !== null && <Notice kind="good" title={notice} />}
      {paused !== null && (
        <Notice kind="error" title={words.isPaused}>
          <p>
            <Fill text={words.since} parts={{ time: <Time at={paused.at} /> }} /> {words.resumeAdvice}
          </p>
          <English text={paused.reason} />
          <Form action={address} csrf={visit.csrf}>
            <Button name="action" value="resume">
              {words.resume}
            </Button>
          </Form>
        </Notice>
      )}
      <p>
        <Fill
          text={words.summary}
          parts={{
            url: <bdi>{webhook.url}</bdi>,
            events: eventsText(webhook, words),
            time: <Time at={webhook.createdAt} />,
          }}
        />{' '}
        <a href={list}>{words.backToList}</a>
      </p>
      {earlierUntil !== null && (
        <p>
          <Fill text={words.earlierSecret} parts={{ time: <Time at={earlierUntil} /> }} />
        </p>
      )}
      <div class="actions">
        <a class="button quiet" href={`${address}?ask=rotate`}>
          {words.changeSecret}
        </a>
        <a class="button destructive" href={`${address}?ask=delete`}>
          {words.delete}
        </a>
      </div>
      <h2>{words.deliveries}</h2>
      {deliveries.length === 0 ? (
        <p>{words.nothingSent}</p>
      ) : (
        <Table
          stacks
          caption={words.deliveriesCaption}
          head={words.deliveryColumns}
          rows={deliveries.map((delivery) => [
            <MessageName delivery={delivery} />,
            <Time at={delivery.createdAt} />,
            <AnswerText delivery={delivery} />,
            delivery.attempts,
            <Form action={address} csrf={visit.csrf} hidden={{ delivery: delivery.id }}>
              <Button kind="quiet" name="action" value="send">
                {words.sendAgain}
              </Button>
            </Form>,
          ])}
        />
      )}
      <p>
        {newer !== null && <a href={newer}>{words.newer}</a>} {older !== null && <a href={older}>{words.older}</a>}
      </p>
    </Page>
  );
}

function MessageName({ delivery: { body, id } }: { readonly delivery: Delivery }) {
  const words = useWords().webhooks;
  // We made it: `messageOf` in webhooks/message.ts.
  const { type, data } = JSON.parse(body) as WebhookMessage;
  return (
    <>
      {words.events[type]}: <bdi>{data.title}</bdi>
      <span class="under hint">
        <code dir="ltr">{id}</code>
      </span>
    </>
  );
}

function AnswerText({ delivery }: { readonly delivery: Delivery }) {
  const { status, answer, deliveredAt, nextAt } = delivery;
  const words = useWords().webhooks;
  return (
    <>
      {deliveredAt === null ? words.notTaken : words.taken}
      {status !== null && `, ${words.status(status)}`}
      {answer !== '' && (
        <span class="under hint" lang="en" dir="ltr">
          {answer}
        </span>
      )}
      {nextAt !== null && (
        <span class="under hint">
          <Fill text={words.againAt} parts={{ time: <Time at={nextAt} /> }} />
        </span>
      )}
    </>
  );
}
