// Rule ACCESS-5: rights are checked before anything is loaded. A caller that may not read a match gets the same answer at the
// same cost, whether the match is in memory, only stored, or does not exist.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { iso, thisMinute } from '../support/dates.ts';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { grown, scrape } from '../support/scrape.ts';
import { connect, type Subscriber } from '../support/subscriber.ts';
import { TOKENS } from '../support/world/tokens.ts';

let gateway: TestGateway;
let subscriber: Subscriber;
let view: string;

/** The foreign club's token may read none of these. */
const HELD = 'match:701';
const STORED = 'match:702';
const UNKNOWN = 'match:999999';

beforeAll(async () => {
  gateway = await openTestGateway();
  await matchKeeper(gateway, 701).post('Start');
  subscriber = await connect(gateway.liveUrl, TOKENS.otherClub);
  const made = await gateway.call<{ token: string }>('POST', 'view_tokens', {
    token: TOKENS.tournament,
    body: { channels: [HELD] },
  });
  view = made.body.token;
});
afterAll(async () => {
  await subscriber.close();
  await gateway.close();
});

/** The reads from the database in the meantime. Look-ups of credentials do not count: every call makes them first. */
async function readsOf(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await scrape(gateway.url);
  await work();
  const after = await scrape(gateway.url);
  const kinds = ['right', 'match', 'position', 'feed', 'list', 'log'];
  return Object.fromEntries(
    kinds
      .map((what) => [what, grown(before, after, `touchline_store_reads_total{what="${what}"}`)] as const)
      .filter(([, reads]) => reads > 0),
  );
}

const idOf = (channel: string): string => channel.split(':')[1] ?? '';
const markers = (channel: string): string => `tournaments/autumn-cup/matches/${idOf(channel)}/markers`;
const rest = async (method: string, address: string, body?: unknown): Promise<unknown> => {
  const answer = await gateway.call(method, address, { token: TOKENS.otherClub, body });
  return { status: answer.status, body: answer.body };
};
const subscribed = async (channel: string, since?: unknown): Promise<unknown> => {
  subscriber.send({ type: 'subscribe', channel, ...(since === undefined ? {} : { since }) } as never);
  return subscriber.next('error');
};
const marker = { id: randomUUID(), type: 'Event', timestamp: iso(thisMinute) };

const requests: Readonly<Record<string, (channel: string) => Promise<unknown>>> = {
  'GET markers': (channel) => rest('GET', markers(channel)),
  'POST a marker': (channel) => rest('POST', markers(channel), marker),
  'GET live': (channel) => rest('GET', `live/${channel}`),
  'GET the log': (channel) => rest('GET', `live/${channel}/log?state=true`),
  'POST view_tokens': (channel) => rest('POST', 'view_tokens', { channels: [channel] }),
  subscribe: (channel) => subscribed(channel),
  'subscribe with since': (channel) => subscribed(channel, { epoch: 'x', seq: 1_000_000 }),
};

describe.each(Object.entries(requests))('rule ACCESS-5: %s', (_, request) => {
  it('is refused with one query and the same answer, whether the match is in memory, stored or unknown', async () => {
    const answers: unknown[] = [];
    for (const channel of [HELD, STORED, UNKNOWN, HELD]) {
      const reads = await readsOf(async () => {
        const answer = await request(channel);
        answers.push(JSON.parse(JSON.stringify(answer).replaceAll(channel, 'match:ID')));
      });
      expect(reads, channel).toEqual({ right: 1 });
    }
    expect(JSON.stringify(answers[0])).toMatch(/403|forbidden/);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

it('rule ACCESS-5: a view token reads nothing for a channel that it does not name, on pages too', async () => {
  const other = await connect(gateway.liveUrl, view);
  for (const channel of [STORED, UNKNOWN]) {
    const reads = await readsOf(async () => {
      other.send({ type: 'subscribe', channel, since: { epoch: 'x', seq: 1_000_000 } });
      expect(await other.next('error')).toMatchObject({ code: 'forbidden' });
      for (const page of ['screen', 'overlay']) {
        expect((await gateway.call('GET', `/${page}/${channel}/facts?token=${view}`)).status).toBe(403);
      }
    });
    expect(reads, channel).toEqual({});
  }
  await other.close();
});

it('rule ACCESS-6: who may read is answered from memory without any query', async () => {
  const reads = await readsOf(async () => {
    for (const token of [TOKENS.tournament, view]) {
      expect((await gateway.call('GET', `live/${HELD}`, { token })).status).toBe(200);
    }
  });
  expect(reads).toEqual({});
});
