// The integrations of a club with samples: keys, apps, view tokens, and webhooks with their deliveries.
import { WEBHOOK_EVENTS, type WebhookMessage } from '../../../protocol/rest/webhook.ts';
import type { Delivery } from '../../store/webhook-deliveries.ts';
import type { Webhook } from '../../store/webhooks.ts';
import { IntegrationsPage, type Integrations } from '../integrations/page.tsx';
import { WebhookPage, WebhooksPage } from '../integrations/webhooks-page.tsx';
import type { PageLanguage } from '../layout/words.tsx';
import { ARABIC, clubRole, hoursLater, VISITOR } from './sample-visit.ts';

const ACTIVE: Webhook = {
  id: 'sample',
  url: 'https://hooks.example.org/scores',
  events: WEBHOOK_EVENTS,
  createdAt: hoursLater(-200),
  paused: null,
  earlierUntil: hoursLater(20),
};
const PAUSED: Webhook = {
  id: 'paused',
  events: ['goal', 'match.completed'],
  createdAt: hoursLater(-400),
  earlierUntil: null,
  url: 'https://a-club-with-a-long-name.example.org/services/scores/incoming/0123456789abcdef0123456789abcdef',
  paused: { at: hoursLater(-3), reason: 'No answer within 5 s.' },
};

const NOTHING: Pick<Integrations, 'sharedKey' | 'apps' | 'viewTokens' | 'authorized' | 'webhooks'> = {
  sharedKey: null,
  apps: [],
  viewTokens: [],
  authorized: null,
  webhooks: [],
};

function IntegrationsSample({ language, ...props }: { readonly language: PageLanguage } & Partial<Integrations>) {
  const trail = { entries: [], older: null, isLater: false, hasWhereColumn: false, address: '#trail' };
  const offers = [{ channel: 'game:11', title: 'Sunday 5s', at: hoursLater(48), zone: 'Europe/Lisbon' }];
  return (
    <IntegrationsPage entry={clubRole(language)} notice={null} offers={offers} trail={trail} {...NOTHING} {...props} />
  );
}

export const integrationsEmpty = (language: PageLanguage) => <IntegrationsSample language={language} />;

const APP = {
  reach: 'account',
  userId: 1,
  userName: VISITOR.name,
  connectedAt: hoursLater(-300),
  lastUsedAt: null,
} as const;
const TOKEN = {
  madeBy: VISITOR.name,
  keyOf: 'club',
  isPerson: true,
  createdAt: hoursLater(-50),
  lastUsedAt: null,
  lastUsedFrom: null,
} as const;

export const integrations = (language: PageLanguage) => (
  <IntegrationsSample
    language={language}
    notice={language.words.integrations.notices.disconnected}
    sharedKey={{ id: 1, createdAt: hoursLater(-800), lastUsedAt: hoursLater(-1) }}
    apps={[
      { ...APP, id: 1, name: 'Score Phone', origin: 'https://app.example.org' },
      { ...APP, id: 2, reach: 'resource', userId: null, userName: null, name: ARABIC, origin: null },
    ]}
    viewTokens={[
      { ...TOKEN, viewId: '1', channels: ['game:11'], name: 'Stand B', expiresAt: hoursLater(100) },
      {
        ...TOKEN,
        viewId: '2',
        channels: ['club:riverside-fc'],
        name: null,
        expiresAt: hoursLater(4_000),
        lastUsedAt: hoursLater(-1),
        lastUsedFrom: '192.0.2.44',
      },
    ]}
    webhooks={[ACTIVE, PAUSED]}
  />
);

export const webhooksWrong = (language: PageLanguage) => (
  <WebhooksPage
    entry={clubRole(language)}
    webhooks={[ACTIVE, PAUSED]}
    notice={null}
    url="http://localhost/hook"
    events={WEBHOOK_EVENTS}
    problem={{ title: language.words.webhooks.wrongAddress, details: 'Must begin with https://.' }}
  />
);

/** `answer`: of the newest attempt. */
const delivery = (id: string, type: WebhookMessage['type'], hours: number, answer: Partial<Delivery>): Delivery => ({
  id: `msg_${id}`,
  channel: 'game:11',
  createdAt: hoursLater(hours),
  attemptedAt: hoursLater(hours),
  attempts: 1,
  status: 200,
  answer: '',
  deliveredAt: null,
  nextAt: null,
  body: JSON.stringify({
    type,
    timestamp: new Date(hoursLater(hours)).toISOString(),
    data: { channel: 'game:11', seq: 1, title: 'Sunday 5s' },
  } satisfies WebhookMessage),
  ...answer,
});

const DELIVERIES = [
  delivery('1', 'match.completed', -3, { attempts: 9, status: null, answer: 'No answer within 5 s.' }),
  delivery('2', 'goal', -4, { attempts: 2, status: 500, answer: 'Internal Server Error', nextAt: hoursLater(1) }),
  delivery('3', 'match.started', -5, { answer: 'ok', deliveredAt: hoursLater(-5) }),
];

const webhook = (language: PageLanguage, of: Webhook) => (
  <WebhookPage
    entry={clubRole(language)}
    webhook={of}
    notice={null}
    deliveries={DELIVERIES}
    newer={null}
    older="#older"
  />
);
export const webhookActive = (language: PageLanguage) => webhook(language, ACTIVE);
export const webhookPaused = (language: PageLanguage) => webhook(language, PAUSED);
