// The demo's match, and a replay of it on a match in memory.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { shownClock } from '../../../protocol/wire/clock.ts';
import { dataFileSchema } from '../../../protocol/data-file/data-file.ts';
import { finalScript } from '../../../src/cli/demo/cup.ts';
import { demoData } from '../../../src/cli/demo/data.ts';
import { matchResult } from '../../../src/resources/result.ts';
import { createReplayCredential } from '../../../src/cli/replay/credential.ts';
import { readOptions } from '../../../src/cli/replay/options.ts';
import { planSteps } from '../../../src/cli/replay/plan.ts';
import { openPlayhead } from '../../../src/cli/replay/playhead.ts';
import { openRest, RestFailure } from '../../../src/cli/replay/rest.ts';
import { stepsOf } from '../../../src/cli/replay/script.ts';
import { printStep } from '../../../src/cli/replay/progress.ts';
import type { Match } from '../../../src/match/match.ts';
import { boardOf, cupMatch, drop, empty, KICK_OFF, markerBodies, run } from '../../support/play.ts';

const script = finalScript();
const DATA = demoData(Date.UTC(2026, 10, 22), { tournament: 't', club: 'c', app: 'a' });

/** The demo's final, empty. */
function final() {
  const players = (['home', 'away'] as const).flatMap((team) => {
    const { starters, substitutes } = script[team].lineup;
    return [...starters, ...substitutes].map(({ id, name }) => ({ id, name, team }));
  });
  return empty(cupMatch({}, { players }));
}

/** Records a marker as the replay posts it; `at`: ms since 1970. */
const record = (match: Match, id: string, type: string, at: number, fields: object = {}) =>
  run(
    match,
    {
      kind: 'record',
      marker: markerBodies.match.parse({ id, type, timestamp: new Date(at).toISOString(), ...fields }),
      repeat: 'report',
    },
    KICK_OFF + 4 * 3_600_000,
  );

test('the final folds to 4–2, with its real goals and cards', () => {
  let match = final();
  for (const step of stepsOf(script, 'match')) {
    const { outcome, match: next } = record(match, step.scriptId, step.type, KICK_OFF + step.offsetMs, step.fields);
    expect(outcome).toMatchObject({ kind: 'created', warnings: [] });
    match = next;
  }
  const result = matchResult(match);
  expect(result).toMatchObject({ status: 'completed', period: 'full_time', score: { home: 4, away: 2 } });
  const goals = result.goals.map(({ minute, scorer, team, own_goal, penalty }) =>
    [minute, scorer, team, own_goal && 'own goal', penalty && 'penalty'].filter(Boolean).join(' '),
  );
  expect(goals).toEqual([
    '18 Mario Mandžukić home own goal',
    '28 Ivan Perišić away',
    '38 Antoine Griezmann home penalty',
    '59 Paul Pogba home',
    '65 Kylian Mbappé home',
    '69 Mario Mandžukić away',
  ]);
  expect(result.cards.map(({ minute, player, type }) => `${minute} ${player} ${type}`)).toEqual([
    "27 N'Golo Kanté yellow",
    '41 Lucas Hernandez yellow',
    '90+2 Šime Vrsaljko yellow',
  ]);
  expect(Object.values(boardOf(match).events).filter(({ type }) => type === 'Substitution')).toHaveLength(5);
});

test('the minute of each marker of the final equals the minute of its time', () => {
  let match = final();
  for (const { fields, ...step } of stepsOf(script, 'match')) {
    const { minute, ...others } = fields;
    match = record(match, step.scriptId, step.type, KICK_OFF + step.offsetMs, others).match;
    expect(boardOf(match).events[step.scriptId]?.minute, printStep(script, { ...step, fields })).toBe(minute);
  }
});

test('the demo data file passes its schema', () => {
  expect(dataFileSchema.safeParse(DATA).error).toBeUndefined();
});

test('the demo data file has a game with a bye, juniors, guests and several pairings, near the day of its creation', () => {
  const games = (DATA.clubs ?? []).flatMap((club) => club.games ?? []);
  const big = games.find((game) => (game.matchups?.length ?? 0) > 2);
  expect(big?.matchups?.some((matchup) => matchup.away_team === null)).toBe(true);
  const kinds = new Set(big?.participants?.map((participant) => participant.player_type));
  expect(kinds).toEqual(new Set(['user', 'junior', 'guest']));
  const soon = Date.parse(big?.date_time ?? '') - Date.UTC(2026, 10, 22);
  expect(soon).toBeGreaterThan(0);
  expect(soon).toBeLessThan(3 * 86_400_000);
});

test('a club game gets its own types, and no fields of a tournament match', () => {
  const steps = stepsOf(script, 'game');
  expect(new Set(steps.map((step) => step.type))).not.toContain('HalfTime');
  expect(steps.filter((step) => step.type === 'Break' || step.type === 'End').map((step) => step.type)).toEqual([
    'Break',
    'End',
  ]);
  expect(steps.flatMap((step) => Object.keys(step.fields)).filter((key) => ['team', 'minute'].includes(key))).toEqual(
    [],
  );
});

test('a replay at 30 times its speed shows the clock of the match at every moment, and turns it back by no more than a step', async () => {
  const [speed, stepMs] = [30, 500];
  const steps = planSteps(stepsOf(script, 'match'), speed, Infinity);
  const wall = { nowMs: KICK_OFF };
  const last = steps.at(-1);
  const kickOff = KICK_OFF + (last ? last.dueMs - last.offsetMs : 0);
  let match = final();
  let shown = -1;
  let reachedMs = 0;

  /** The match clock so long after kick-off: the second half begins at 45:00. */
  const onClock = (offsetMs: number): number =>
    boardOf(match).period === 'second_half' ? offsetMs - (63 * 60_000 + 20_000 - 45 * 60_000) : offsetMs;

  /** The clock as a scoreboard shows it after each single request. */
  const look = (expectedMs?: number): void => {
    const { clock, period } = boardOf(match);
    if (period === 'not_started' || period === 'half_time') shown = -1;
    else {
      const { elapsedMs } = shownClock(clock, wall.nowMs);
      expect(elapsedMs, `${period} ${elapsedMs} after ${shown}`).toBeGreaterThanOrEqual(shown - stepMs);
      expect(elapsedMs, `${period} at ${reachedMs}`).toBeLessThan(onClock(reachedMs) + stepMs + 50);
      if (expectedMs !== undefined) expect(Math.abs(elapsedMs - expectedMs)).toBeLessThan(50);
      shown = elapsedMs;
    }
  };
  const playhead = openPlayhead(
    {
      record: async (id, type, at) => {
        match = record(match, id, type, at).match;
        look();
      },
      erase: async (id) => {
        match = drop(match, id).match;
        look();
      },
      now: () => wall.nowMs,
      halfLength: async () => 45 * 60_000,
    },
    kickOff,
  );

  let previous = steps[0];
  for (const step of steps) {
    for (let next = (previous?.dueMs ?? 0) + stepMs; next < step.dueMs; next += stepMs) {
      wall.nowMs = KICK_OFF + next;
      reachedMs = (previous?.offsetMs ?? 0) + (next - (previous?.dueMs ?? 0)) * speed;
      await playhead.reach(reachedMs);
      look(onClock(reachedMs));
    }
    wall.nowMs = KICK_OFF + step.dueMs;
    reachedMs = step.offsetMs;
    await playhead.before(step);
    match = record(match, step.scriptId, step.type, kickOff + step.offsetMs, step.fields).match;
    look();
    await playhead.after(step, true);
    previous = step;
  }
  await playhead.remove();
  expect(boardOf(match)).toMatchObject({ status: 'completed', score: { home: 4, away: 2 } });
  expect(Object.keys(boardOf(match).events).sort()).toEqual(steps.map((step) => step.scriptId).sort());
});

test.each([503, 429, 502])(
  'a marker answered %i is sent again with the same id until it is accepted',
  async (refusal) => {
    const bodies: unknown[] = [];
    const url = await serve(async (request, response) => {
      bodies.push(JSON.parse(await textOf(request)));
      response.statusCode = bodies.length < 3 ? refusal : 201;
      response.end('{"status":"success"}');
    });
    const rest = openRest({ url, token: 't', signal: new AbortController().signal, say: () => undefined });
    const answer = await rest.send('POST', '/marker', { id: 'one' });
    expect(answer.status).toBe(201);
    expect(bodies).toEqual([{ id: 'one' }, { id: 'one' }, { id: 'one' }]);
  },
);

test('a marker whose connection is cut before the answer is sent again', async () => {
  let calls = 0;
  const url = await serve((request, response) => {
    calls += 1;
    if (calls === 1) request.socket.destroy();
    else response.end('{}');
  });
  const rest = openRest({ url, token: 't', signal: new AbortController().signal, say: () => undefined });
  expect((await rest.send('POST', '/marker', { id: 'one' })).status).toBe(200);
  expect(calls).toBe(2);
});

test('a rejected marker is reported once, with the message of the server', async () => {
  let calls = 0;
  const url = await serve((_request, response) => {
    calls += 1;
    response.statusCode = 422;
    response.end('{"error":"Not valid.","details":[{"path":"type","message":"Unknown type."}]}');
  });
  const rest = openRest({ url, token: 't', signal: new AbortController().signal, say: () => undefined });
  const failure = await rest.send('POST', '/marker', {}).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RestFailure);
  expect(failure).toMatchObject({ status: 422, message: expect.stringContaining('type: Unknown type.') as string });
  expect(calls).toBe(1);
});

const SETTINGS = { url: 'http://127.0.0.1:8080', adminToken: null, token: null };

test.each([
  [[], 'FILE'],
  [['file.json'], '--match'],
  [['file.json', '--match', '701', '--token', 't', '--speed', 'fast'], '--speed'],
  [['file.json', '--match', '701', '--token', 't', '--url', 'localhost'], '--url'],
  [['file.json', '--match', '701'], '--token'],
  [['file.json', '--march', '701'], '--march'],
])('the command line %j is rejected with a line that names the mistake', (argv, named) => {
  expect(() => readOptions(argv, SETTINGS)).toThrow(named);
});

test('speed is 30 by default, and the token may come from the environment', () => {
  expect(readOptions(['file.json', '--match', '701'], { ...SETTINGS, token: 'from outside' })).toMatchObject({
    speed: 30,
    credential: { token: 'from outside' },
    match: '701',
  });
});

test.each([
  [{ match: '701', game: null }, '--tournament'],
  [{ match: null, game: 'sunday-5s' }, '--club'],
])('where the export that finds %j does not come, %s is named', async (wanted, option) => {
  // As a server does whose export takes longer than a call waits.
  const url = await serve(() => undefined);
  const admin = openRest({
    url,
    token: 't',
    signal: new AbortController().signal,
    say: () => undefined,
    patienceMs: 0,
    answerMs: 1,
  });
  await expect(createReplayCredential(admin, { tournament: null, club: null, ...wanted })).rejects.toThrow(
    `If the server has much data, name ${option}.`,
  );
});

/** Serves until the test is over; resolves to the address. */
async function serve(listener: (...call: Parameters<RequestListener>) => void | Promise<void>): Promise<string> {
  const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
