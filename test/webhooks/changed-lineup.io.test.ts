// What a webhook hears when a line-up or a format changes after markers (rule HOOK-3): a real gateway, its database, and a receiver.
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { WebhookResource } from '../../protocol/rest/webhook.ts';
import { cupFile } from '../support/data-file.ts';
import { hoursFromNow, iso } from '../support/dates.ts';
import { openTestGateway } from '../support/gateway.ts';
import { rememberSecret } from '../support/log-secrets.ts';
import { openReceiver } from '../support/webhook-receiver.ts';
import { TOKENS } from '../support/world/tokens.ts';

const CUP = 'tournaments/autumn-cup';
const starting = (...ids: readonly number[]) => ({ starters: ids.map((id) => ({ user_id: id })) });

/** A gateway and a webhook of the Autumn Cup; `told`: the messages so far. */
async function open() {
  const receiver = await openReceiver();
  onTestFinished(receiver.close);
  const gateway = await openTestGateway({ timing: { webhookGatherMs: 5, webhookPollMs: 20, webhookAgainMs: 0 } });
  onTestFinished(gateway.close);
  const call = async (path: string, body: object): Promise<unknown> => {
    const answer = await gateway.call('POST', `${CUP}/${path}`, { token: TOKENS.tournament, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  return {
    until: receiver.until,
    given: (parts: object) => gateway.import(cupFile(parts)),
    mark: (type: string) => call('matches/701/markers', { id: randomUUID(), type, timestamp: iso(hoursFromNow(-1)) }),
    goal: (player: string) =>
      call('matches/701/markers', {
        id: randomUUID(),
        type: 'Goal',
        timestamp: iso(hoursFromNow(-1)),
        primary_player_pc_id: player,
      }),
    async makeWebhook() {
      const made = (await call('webhooks', { url: receiver.url })) as { webhook: WebhookResource; secret: string };
      rememberSecret(made.secret);
    },
    told: () => receiver.received.map(({ message: { type, data } }) => [type, data.match_id, data.score]),
  };
}

test('rule HOOK-3: a goal that a new line-up gives to the other side is corrected; other changes of data are no correction', async () => {
  const { given, goal, makeWebhook, until, told } = await open();
  const match = (fields: object) => given({ matches: [{ id: 701, ...fields }] });
  await match({ lineups: { home: starting(1), away: starting(3) } });
  await makeWebhook();
  await match({ lineups: { home: starting(1, 4), away: starting(3) } });
  await goal('1');
  await until(1);
  await match({ pitch: 'Pitch 9' });
  await match({ lineups: { home: starting(4), away: starting(3, 1) } });
  await goal('4');
  await until(3);

  expect(told()).toEqual([
    ['goal', '701', { home: 1, away: 0 }],
    ['match.corrected', '701', { home: 0, away: 1 }],
    ['goal', '701', { home: 1, away: 1 }],
  ]);
});

test('rule HOOK-3: a goal whose player moves to the other team is corrected; a move of another player is no correction', async () => {
  const { given, goal, makeWebhook, until, told } = await open();
  await makeWebhook();
  await goal('1');
  await until(1);
  await given({ players: [{ user_id: 2, team_id: 72 }] });
  await given({ players: [{ user_id: 1, team_id: 72 }] });
  await goal('3');
  await until(3);

  expect(told()).toEqual([
    ['goal', '701', { home: 1, away: 0 }],
    ['match.corrected', '701', { home: 0, away: 1 }],
    ['goal', '701', { home: 0, away: 2 }],
  ]);
});

test.each([
  ['of the match', { matches: [{ id: 701, format: { halves: 1 } }] }],
  ['of the tournament', { match_format: { halves: 1 } }],
])(
  'rule HOOK-3: a match with markers is corrected when the format %s changes: its half time may be its end',
  async (_, parts) => {
    const { given, goal, mark, makeWebhook, until, told } = await open();
    await makeWebhook();
    await mark('Start');
    await mark('End');
    await until(3);
    await given(parts);
    await given({ ...parts, name: 'Autumn Cup 2' });
    await goal('1');
    await until(6);

    const types = told().map(([type]) => type);
    // The goal comes after the end.
    expect(types).toEqual(['match.started', 'period', 'period', 'match.corrected', 'goal', 'match.corrected']);
  },
);
