// Tests the check of the fault tests: it finds nothing in a true history, and finds every planted fault.
import { describe, expect, test } from 'vitest';
import { applyChange, decide, type Match, openMatch } from '../../../src/match/match.ts';
import type { Change } from '../../../src/match/command.ts';
import { AGREE_WITHIN_MS, check, type ViolationKind } from './checker.ts';
import type { Operation, History, MarkerBody, Position, Stored } from './history.ts';
import { openRandom } from './random.ts';
import { game, KICK_OFF, marker, NOW } from '../play.ts';

const REF = 'game:100';
const EPOCH = 'e1';
const fixture = game();

/** An ordinary match: Start and three goals, of which one is renamed, one deleted, one sent twice. Seven operations, six changes. */
function trueHistory(): History {
  const random = openRandom(1);
  const log: { seq: number; change: Change }[] = [];
  const operations: Operation[] = [];
  const shown: Position[] = [];
  let match: Match = openMatch({ fixture, seq: 0, markers: [], hand: {} });

  function act(does: Operation['does'], body: MarkerBody, minute: number): void {
    const sent = marker('game', {
      id: body.id,
      at: minute,
      type: body.type as 'Goal',
      by: body.primary_player_pc_id,
      ...(body.label === undefined ? {} : { label: body.label }),
    });
    const command =
      does === 'delete'
        ? ({ kind: 'delete', key: body.id } as const)
        : ({ kind: 'record', marker: sent, repeat: 'update' } as const);
    const { change } = decide(match, command, NOW);
    if (change) {
      match = applyChange(match, change);
      log.push({ seq: change.seq, change });
      shown.push({ epoch: EPOCH, seq: match.seq, state: match.state });
    }
    const status = does === 'record' ? 201 : 200;
    operations.push({ ref: REF, key: body.id, does, body: does === 'delete' ? null : body, status, attempts: 1 });
  }
  const body = (type: string, minute: number, by?: number): MarkerBody => ({
    id: random.uuid(),
    type,
    timestamp: new Date(KICK_OFF + minute * 60_000).toISOString(),
    ...(by === undefined ? {} : { primary_player_pc_id: by }),
  });

  const goals = [body('Goal', 5, 1), body('Goal', 9, 4), body('Goal', 12, 2)] as const;
  act('record', body('Start', 0), 0);
  goals.forEach((goal, index) => act('record', goal, [5, 9, 12][index] ?? 0));
  act('repeat', goals[0], 5);
  act('update', { ...goals[1], label: 'header' }, 9);
  act('delete', goals[2], 12);
  const last = { epoch: EPOCH, seq: match.seq, state: match.state };
  const stored: Stored = { ref: REF, epoch: EPOCH, seq: match.seq, fixture, log, markers: [...match.markers.values()] };
  const [entry] = Object.entries(match.state.matches).map(([id, board]) => ({
    [id]: { ...board, channel: REF, title: '' },
  }));
  const feed = { kind: 'club', slug: 'riverside-fc', matches: entry ?? {} } as unknown as Position['state'];
  return {
    operations,
    oddAnswers: [],
    stored: [stored],
    told: [
      { ...last, node: 'a', ref: REF },
      { ...last, node: 'b', ref: REF },
    ],
    watched: [
      { screen: 'one', channel: REF, shown },
      { screen: 'late', channel: REF, shown: [last] },
      { screen: 'feeds', channel: 'club:riverside-fc', shown: [{ epoch: 'f', seq: 9, state: feed }] },
    ],
    feeds: [{ channel: 'club:riverside-fc', refs: [REF] }],
    agreedAfterMs: 300,
  };
}

const HISTORY = trueHistory();
const STORED = HISTORY.stored[0] as Stored;
const withStored = (over: Partial<Stored>): History => ({ ...HISTORY, stored: [{ ...STORED, ...over }] });
const withShown = (change: (shown: readonly Position[]) => readonly Position[]): History => ({
  ...HISTORY,
  watched: HISTORY.watched.map((one) => (one.screen === 'one' ? { ...one, shown: change(one.shown) } : one)),
});
const withoutLast = <T>(items: readonly T[]): T[] => items.slice(0, -1);
/** The same log without one row; the rows after it move up. */
const withoutRow = (left: number): Stored['log'] =>
  STORED.log
    .filter(({ seq }) => seq !== left)
    .map(({ change }, index) => ({ seq: index + 1, change: { ...change, seq: index + 1 } }));
function stateAt(seq: number): Position['state'] {
  const position = HISTORY.watched[0]?.shown.find((one) => one.seq === seq);
  if (!position) throw new Error(`Nothing was shown at ${seq}.`);
  return position.state;
}

test('a true history has no violation', () => {
  expect(STORED.seq).toBe(6);
  expect(check(HISTORY)).toEqual([]);
});

type Planted = readonly [what: string, kind: ViolationKind, history: History];

describe('is found:', () => {
  test.for<Planted>([
    ['an acknowledged marker that is not in the log', 'lost', withStored({ log: withoutRow(3), seq: 5 })],
    ['an acknowledged marker that is not in its table', 'lost', withStored({ markers: STORED.markers.slice(1) })],
    ['an acknowledged update that is not stored', 'lost', withStored({ log: withoutRow(5), seq: 5 })],
    [
      'an acknowledged deletion whose marker is there',
      'lost',
      withStored({ markers: [...STORED.markers, ...(STORED.log[3]?.change.put ?? [])] }),
    ],
    [
      'a marker that changed the match twice',
      'doubled',
      withStored({
        seq: 7,
        log: [...STORED.log, { seq: 7, change: { ...(STORED.log[1]?.change as Change), seq: 7 } }],
      }),
    ],
    [
      'a marker without a operation',
      'doubled',
      { ...HISTORY, operations: HISTORY.operations.filter(({ key }) => key !== HISTORY.operations[1]?.key) },
    ],
    [
      'a goal that counts twice in the score',
      'doubled',
      {
        ...HISTORY,
        operations: HISTORY.operations.map((operation) =>
          operation.body ? { ...operation, body: { ...operation.body, type: 'Foul' } } : operation,
        ),
      },
    ],
    ['a hole in the log', 'disordered', withStored({ log: STORED.log.filter(({ seq }) => seq !== 3) })],
    [
      'two rows in the wrong order',
      'disordered',
      withStored({ log: [STORED.log[1], STORED.log[0], ...STORED.log.slice(2)] as Stored['log'] }),
    ],
    ['a match that stands behind its log', 'disordered', withStored({ seq: 5 })],
    [
      'a node that is behind',
      'disordered',
      {
        ...HISTORY,
        told: HISTORY.told.map((one, index) => (index === 1 ? { ...one, seq: 5, state: stateAt(5) } : one)),
      },
    ],
    [
      'a node in another epoch',
      'disordered',
      { ...HISTORY, told: HISTORY.told.map((one, index) => (index === 1 ? { ...one, epoch: 'e2' } : one)) },
    ],
    [
      'a node that shows another state at the same seq',
      'untrue',
      { ...HISTORY, told: HISTORY.told.map((one, index) => (index === 1 ? { ...one, state: stateAt(2) } : one)) },
    ],
    ['a screen that ended behind', 'disordered', withShown(withoutLast)],
    [
      'a screen in another epoch',
      'disordered',
      withShown((shown) => shown.map((position, index) => (index === 2 ? { ...position, epoch: 'e2' } : position))),
    ],
    [
      'a screen that was shown another state at a seq',
      'untrue',
      withShown((shown) =>
        shown.map((position) => (position.seq === 3 ? { ...position, state: stateAt(2) } : position)),
      ),
    ],
    [
      'a screen that was shown what was never stored',
      'untrue',
      withShown((shown) => [...shown, { epoch: EPOCH, seq: 7, state: stateAt(6) }]),
    ],
    [
      'a screen that went back',
      'regressed',
      withShown((shown) => [...shown.slice(0, 4), ...shown.slice(2, 3), ...shown.slice(4)]),
    ],
    [
      'a feed that ended with another score',
      'untrue',
      {
        ...HISTORY,
        watched: HISTORY.watched.map((one) => {
          if (one.screen !== 'feeds') return one;
          const state = JSON.parse(JSON.stringify(one.shown[0]?.state)) as {
            matches: Record<string, { score: { home?: number } }>;
          };
          for (const entry of Object.values(state.matches)) entry.score.home = 9;
          return { ...one, shown: [{ epoch: 'f', seq: 9, state: state as unknown as Position['state'] }] };
        }),
      },
    ],
    ['agreement that took too long', 'late', { ...HISTORY, agreedAfterMs: AGREE_WITHIN_MS + 1 }],
    ['agreement that never came', 'late', { ...HISTORY, agreedAfterMs: null }],
    ['an answer that no fault explains', 'odd answer', { ...HISTORY, oddAnswers: ['500'] }],
  ])('%s', ([, kind, history]) => {
    expect(check(history).map((violation) => violation.kind)).toContain(kind);
  });
});
