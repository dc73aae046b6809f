// The calls of one marker through a real gateway, from the callback of uWebSockets.js to the publish of its frame, compared
// with the list in src/README.md.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import uWS from 'uWebSockets.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestGateway, type TestGateway } from '../support/gateway.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { gameKeeper } from '../support/scorekeeper.ts';
import { connect } from '../support/subscriber.ts';

/** A function and its file below src/, as in `live/live-match.ts record`. */
type Call = string;

const root = path.resolve(import.meta.dirname, '../..');

const traced = vi.hoisted(() => {
  const stacks: Record<'match' | 'commit' | 'publish', NodeJS.CallSite[][]> = { match: [], commit: [], publish: [] };
  const state = { isOn: false };
  function note(place: keyof typeof stacks): void {
    if (!state.isOn) return;
    const { prepareStackTrace, stackTraceLimit } = Error;
    const trace: { stack?: unknown } = {};
    Error.stackTraceLimit = 100;
    Error.prepareStackTrace = (_, sites) => sites;
    Error.captureStackTrace(trace, note);
    stacks[place].push(trace.stack as NodeJS.CallSite[]);
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
  return { stacks, state, note };
});

// The handler waits twice: for the body, and for the commit. So the calls are recorded in three parts: where the handler asks for
// its match, where the commit begins, and where the frame is published.
vi.mock(import('../../src/live/live-matches.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    openLiveMatches(deps) {
      const matches = real.openLiveMatches(deps);
      return {
        ...matches,
        get(ref) {
          traced.note('match');
          return matches.get(ref);
        },
      };
    },
  };
});
vi.mock(import('../../src/store/log/append.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    openCommitter(sql, settings) {
      const committer = real.openCommitter(sql, settings);
      return {
        ...committer,
        commit(write) {
          traced.note('commit');
          return committer.commit(write);
        },
      };
    },
  };
});

/** The calls of a stack in src/, outermost first, without functions that wait for this turn. */
function callsOf(sites: readonly NodeJS.CallSite[] = []): Call[] {
  const calls = sites.flatMap((site) => {
    const file = path.relative(path.join(root, 'src'), (site.getFileName() ?? '').replace(/^file:\/\//, ''));
    return file.startsWith('..') || file === '' || site.isAsync() ? [] : [`${file} ${site.getFunctionName() ?? ''}`];
  });
  return calls.reverse();
}

/** Joins two parts at the call in which the second one begins. */
function joined(first: readonly Call[], second: readonly Call[]): Call[] {
  const place = first.indexOf(second[0] ?? '');
  expect(place, `${second[0]} goes on where one of these was: ${first.join(', ')}`).toBeGreaterThanOrEqual(0);
  return [...first.slice(0, place), ...second];
}

/** The numbered list of a section: each item begins with a file and a function. */
function listOf(section: string): Call[] {
  const text = readFileSync(path.join(root, 'src/README.md'), 'utf8');
  const [, after = ''] = text.split(`## ${section}\n`);
  const [own = ''] = after.split('\n## ');
  return [...own.matchAll(/^\d+\. `([^`]+)` `([^`]+)`/gm)].map(([, file = '', name = '']) => `${file} ${name}`);
}

let gateway: TestGateway;
const { App } = uWS;

beforeAll(async () => {
  uWS.App = (...options) => {
    const app = App(...options);
    const publish = app.publish.bind(app);
    app.publish = (...frame) => {
      traced.note('publish');
      return publish(...frame);
    };
    return app;
  };
  gateway = await openTestGateway();
});
afterAll(async () => {
  uWS.App = App;
  await gateway.close();
});

it('takes ten calls over six files from the socket to the published frame: the list of src/README.md, in order', async () => {
  const keeper = gameKeeper(gateway, 'sunday-5s');
  // The first marker of a game also looks up its slug and loads it.
  await keeper.post('Event');
  const subscriber = await connect(gateway.liveUrl, TOKENS.club);
  await subscriber.subscribe('game:100');
  traced.state.isOn = true;
  await keeper.post('Event');
  await subscriber.next('delta');
  traced.state.isOn = false;
  await subscriber.close();

  const { match, commit, publish } = traced.stacks;
  expect([match.length, commit.length, publish.length]).toEqual([1, 1, 1]);
  const toCommit = callsOf(commit[0]);
  const toFrame = callsOf(publish[0]);
  expect(toFrame[0], 'the call that commits is the one that goes on').toBe(toCommit.at(-1));
  const calls = joined(joined(callsOf(match[0]), toCommit), toFrame);

  expect(calls).toEqual(listOf('1. A marker is recorded'));
  expect(calls.length).toBeLessThanOrEqual(10);
  expect(new Set(calls.map((call) => call.split(' ')[0])).size).toBeLessThanOrEqual(6);
});

it('each function of src/README.md stands in its file', () => {
  for (const section of ['1. A marker is recorded', '2. A screen joins', '3. Another node committed']) {
    const calls = listOf(section);
    expect(calls.length).toBeGreaterThan(5);
    for (const call of calls) {
      const [file = '', name = ''] = call.split(' ');
      const source = readFileSync(path.join(root, 'src', file), 'utf8');
      expect(source, call).toMatch(new RegExp(`(?<![\\w.])${name}(?:<\\w+>)?(?:\\(.*\\{$|: |\\(\\n)`, 'm'));
    }
  }
});
