// A match that was played is awarded: rule PLAN-9.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hoursFromNow, iso } from '../../support/dates.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';
import { TOKENS } from '../../support/world/tokens.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway();
});
afterAll(() => gateway.close());

const CUP = 'tournaments/autumn-cup';
type Row = { id: number };
type Answer = { team: Row; match: Row; details?: readonly object[] };
const call = <T = Answer>(method: string, address: string, body?: unknown) =>
  gateway.call<T>(method, `${CUP}/${address}`, { token: TOKENS.tournament, body });

const made = async (): Promise<number> => {
  const team = async () => (await call('POST', 'teams', { name: 'East' })).body.team.id;
  const sides = { home_team_id: await team(), away_team_id: await team() };
  return (await call('POST', 'matches', sides)).body.match.id;
};
const mark = async (match: number, type: string, more: object = {}): Promise<void> => {
  const marker = { id: randomUUID(), type, timestamp: iso(hoursFromNow(-1)), ...more };
  expect((await call('POST', `matches/${match}/markers`, marker)).status).toBe(201);
};
const decide = async (match: number, fields: object): Promise<unknown> => {
  const { status, body } = await call('PATCH', `matches/${match}`, { notes: 'A storm.', ...fields });
  return [status, body.details];
};
const scoreOf = async (match: number): Promise<unknown> => {
  const { body } = await call<{ matches: readonly (Row & { status: string; score: object })[] }>('GET', 'matches');
  const found = body.matches.find(({ id }) => id === match);
  return [found?.status, found?.score];
};
const OK = [200, undefined];
const refusal = (score: string): unknown => {
  const message = `The markers of the match give its score, ${score}. Add or delete goals to change it.`;
  return [422, [{ path: 'score', message }]];
};

it('rule PLAN-9: an abandoned match is awarded with the score that its markers give, and with no other', async () => {
  const match = await made();
  await mark(match, 'Start');
  await mark(match, 'Goal', { team: 'away' });
  expect(await decide(match, { status: 'abandoned' })).toEqual(OK);
  expect(await decide(match, { status: 'awarded', score: { home: 3, away: 0 } })).toEqual(refusal('0–1'));
  expect(await decide(match, { status: 'awarded', score: { home: 0, away: 1 } })).toEqual(OK);
  expect(await decide(match, { status: 'awarded' })).toEqual(OK);
  await mark(match, 'Goal', { team: 'away' });
  expect(await scoreOf(match)).toMatchObject(['awarded', { home: 0, away: 2 }]);
});

it('rule PLAN-9: a match whose score was given before its markers is awarded with the score that it shows', async () => {
  const match = await made();
  expect(await decide(match, { status: 'completed', score: { home: 2, away: 2 } })).toEqual(OK);
  await mark(match, 'Goal', { team: 'away' });
  expect(await decide(match, { status: 'awarded', score: { home: 3, away: 0 } })).toEqual(refusal('2–3'));
  expect(await decide(match, { status: 'awarded', score: { home: 2, away: 3 } })).toEqual(OK);
  // The form of the match sends the given score with any other change.
  expect(await decide(match, { score: { home: 2, away: 2 }, pitch: 'North' })).toEqual(OK);
  expect(await scoreOf(match)).toMatchObject(['awarded', { home: 2, away: 3 }]);
});

it.each(['scheduled', 'completed'] as const)(
  'rule PLAN-9: a %s match with markers keeps the score that they give, and another one is refused',
  async (status) => {
    const match = await made();
    await mark(match, 'Start');
    await mark(match, 'Goal', { team: 'home' });
    expect(await decide(match, { status, score: { home: 5, away: 0 }, pitch: 'North' })).toEqual(refusal('1–0'));
    expect(await decide(match, { status, score: { home: 1, away: 0 } })).toEqual(OK);
    expect(await decide(match, { score: null })).toEqual(OK);
    expect(await scoreOf(match)).toMatchObject(['live', { home: 1, away: 0 }]);
    expect((await call<{ match: object }>('GET', `matches/${match}`)).body.match).toMatchObject({ pitch: null });
  },
);

it('rule PLAN-9: a score is refused also where the markers of the match give none yet', async () => {
  const match = await made();
  await mark(match, 'Event', { label: 'The teams warm up.' });
  const [path, message] = [
    'score',
    'The match has markers, which give its score. Add a Start and goals, or delete them.',
  ];
  for (const status of ['completed', 'awarded']) {
    expect(await decide(match, { status, score: { home: 3, away: 0 } })).toEqual([422, [{ path, message }]]);
  }
  expect(await decide(match, { status: 'awarded' })).toEqual([
    422,
    [{ path, message: 'An awarded match needs a score.' }],
  ]);
});
