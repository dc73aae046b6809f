// The replay against a real gateway: through the public REST interface only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Board } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import type { SnapshotFrame } from '../../../protocol/wire/down.ts';
import { CUP, FINAL_ID, finalScript } from '../../../src/cli/demo/cup.ts';
import { demoData } from '../../../src/cli/demo/data.ts';
import { playScript } from '../../../src/cli/replay/play.ts';
import { openRest, type Rest } from '../../../src/cli/replay/rest.ts';
import { stepsOf } from '../../../src/cli/replay/script.ts';
import { findTournament, gameTarget, matchTarget, type Target } from '../../../src/cli/replay/target.ts';
import { ADMIN_TOKEN } from '../../support/world/tokens.ts';
import { openTestGateway, type TestGateway } from '../../support/gateway.ts';

const TOKENS = { tournament: 'demo-cup-key-for-tests', club: 'demo-club-key-for-tests', app: 'demo-app-for-tests' };
const script = finalScript();
const everyMarker = stepsOf(script, 'match').length;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await openTestGateway({ data: demoData(Date.now(), TOKENS) });
});
afterAll(() => gateway.close());

const restWith = (token: string): Rest =>
  openRest({ url: gateway.url, token, signal: new AbortController().signal, say: () => undefined });

const play = (target: Target, token: string, speed: number, reset = false) =>
  playScript({ rest: restWith(token), target, script, speed, reset, signal: new AbortController().signal });

async function board(channel: string, token: string): Promise<Board> {
  const { body } = await gateway.call<SnapshotFrame>('GET', `live/${channel}`, { token });
  if (body.state.kind !== 'match' && body.state.kind !== 'game') throw new Error(`${channel} is a feed.`);
  const boards: Readonly<Record<string, Board>> = body.state.matches;
  const [first] = Object.values(boards);
  if (!first) throw new Error(`${channel} has no board.`);
  return first;
}

const scoredEvents = (of: Board): string[] =>
  Object.values(of.events)
    .filter(({ type }) => type === 'Goal' || type === 'PenaltyScored')
    .map(({ minute, player, team }) => `${minute} ${player?.name} ${team}`);

const GOALS = [
  '18 Mario Mandžukić home',
  '28 Ivan Perišić away',
  '38 Antoine Griezmann home',
  '59 Paul Pogba home',
  '65 Kylian Mbappé home',
  '69 Mario Mandžukić away',
];

test('the final is replayed to its result, and a second time changes nothing', async () => {
  const target = matchTarget(CUP, String(FINAL_ID));
  expect(await play(target, TOKENS.tournament, 1_000_000)).toEqual({ created: everyMarker, repeated: 0 });
  const channel = `match:${FINAL_ID}`;
  const first = await board(channel, TOKENS.tournament);
  expect(first).toMatchObject({ status: 'completed', score: { home: 4, away: 2 } });
  expect(scoredEvents(first)).toEqual(GOALS);
  expect(await play(target, TOKENS.tournament, 1_000_000)).toEqual({ created: 0, repeated: everyMarker });
  expect(await board(channel, TOKENS.tournament)).toEqual(first);
});

test('with a reset the match is played again, any number of times', async () => {
  const target = matchTarget(CUP, String(FINAL_ID));
  for (let round = 1; round <= 2; round += 1) {
    expect(await play(target, TOKENS.tournament, 1_000_000, true)).toEqual({ created: everyMarker, repeated: 0 });
    const after = await board(`match:${FINAL_ID}`, TOKENS.tournament);
    expect(after).toMatchObject({ status: 'completed', score: { home: 4, away: 2 } });
    expect(scoredEvents(after)).toEqual(GOALS);
    expect(Object.keys(after.events)).toHaveLength(everyMarker + 1);
  }
});

test('as a club game it ends completed, with players outside its roster', async () => {
  await play(gameTarget('under-lights', 'lakeside', null), TOKENS.club, 1_000_000);
  const after = await board('game:103', TOKENS.club);
  expect(after).toMatchObject({ status: 'completed', period: 'full_time' });
  expect(Object.keys(after.events)).toHaveLength(everyMarker);
});

test('a watched replay shows the clock of the match while it runs, and leaves no extra markers', async () => {
  // About 6 seconds: slow enough to follow, fast enough for a test.
  const speed = 1_000;
  const looks: Promise<void>[] = [];
  /** How far the clock was past the minute of the marker, ms. */
  const ahead: number[] = [];
  const target = matchTarget(CUP, String(FINAL_ID));
  await playScript({
    rest: restWith(TOKENS.tournament),
    target,
    script,
    speed,
    reset: true,
    longestBreakMs: 600,
    signal: new AbortController().signal,
    onStep: (step) => {
      if (step.fields['minute'] === undefined) return;
      looks.push(
        board(`match:${FINAL_ID}`, TOKENS.tournament).then(({ clock }) => {
          const minute = Number.parseInt(String(step.fields['minute']), 10);
          ahead.push(shownClock(clock, Date.now()).elapsedMs - minute * 60_000);
        }),
      );
    },
  });
  await Promise.all(looks);
  expect(ahead).toHaveLength(script.markers.filter(({ minute }) => minute).length);
  // In the minute of the marker, or one clock step later when the check came late.
  expect(Math.min(...ahead)).toBeGreaterThanOrEqual(-60_000);
  expect(Math.max(...ahead)).toBeLessThan(500 * speed + 120_000);
  expect(Object.keys((await board(`match:${FINAL_ID}`, TOKENS.tournament)).events)).toHaveLength(everyMarker + 1);
});

test('the tournament of a match is found automatically', async () => {
  expect(await findTournament(restWith(TOKENS.tournament), String(FINAL_ID))).toBe(CUP);
});

test('with the admin token alone the replay makes its own credential and revokes it', async () => {
  const { code, said } = await replay(['--match', String(FINAL_ID), '--speed', '1000000', '--reset'], {
    TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN,
    PUBLIC_URL: gateway.url,
  });
  expect({ code, said }).toEqual({ code: 0, said: '' });
  expect(await board(`match:${FINAL_ID}`, TOKENS.tournament)).toMatchObject({ score: { home: 4, away: 2 } });
  expect(await revokedReplays()).toEqual([true]);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a replay that %s ends revokes its credential', async (signal) => {
  const child = startReplay(['--match', String(FINAL_ID), '--reset'], {
    TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN,
    PUBLIC_URL: gateway.url,
  });
  // Its first line comes after the credential.
  await once(child.stdout, 'data');
  child.kill(signal);
  expect(await once(child, 'close')).toEqual([130, null]);
  expect(await revokedReplays()).not.toContain(false);
});

test.each([
  [['--match', '1', '--tournament', CUP, '--token', TOKENS.tournament], 1, '404'],
  [['--match', String(FINAL_ID), '--token', 'nobody'], 1, '401'],
  [['--match', String(FINAL_ID)], 2, '--token'],
])('npm run replay with %j ends with %i and gives the reason', async (options, code, reason) => {
  const ended = await replay(['--url', gateway.url, ...options]);
  expect(ended.said).toContain(reason);
  expect(ended.code).toBe(code);
});

/** Whether each credential that a replay has made is revoked. */
async function revokedReplays(): Promise<(boolean | undefined)[]> {
  type Exported = { tokens: { app_name?: string; revoked?: boolean }[] };
  const { body } = await gateway.call<Exported>('GET', '/api/admin/export', { token: ADMIN_TOKEN });
  return body.tokens.filter((token) => token.app_name === 'Replay').map((token) => token.revoked);
}

/** Starts the command as a person does. */
function startReplay(options: readonly string[], env: Readonly<Record<string, string>>) {
  const start = path.resolve(import.meta.dirname, '../../../src/start.mjs');
  const file = path.resolve(import.meta.dirname, '../../../src/cli/demo/final-2018.json');
  return spawn(process.execPath, [start, 'replay', file, ...options], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Resolves to the exit code of the command and its standard error. */
async function replay(options: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = startReplay(options, env);
  child.stdout.resume();
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}
