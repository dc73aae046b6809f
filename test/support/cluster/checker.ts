// The checker of a round. It compares the writers' operations, the database, the answers of each node and the states of each
// screen, and reports contradictions. Pure: the same history gives the same verdict.
import { isDeepStrictEqual } from 'node:util';
import type { Board, BoardState, ChannelState, FeedMatch } from '../../../protocol/wire/board.ts';
import { applyChange, type Match, openMatch } from '../../../src/match/match.ts';
import type { StoredMarker } from '../../../src/match/command.ts';
import type { Operation, History, Position, Stored, Watched } from './history.ts';

export type ViolationKind =
  /** A 2xx is not stored. */
  | 'lost'
  /** One operation changed the match twice, or no operation changed it. */
  | 'doubled'
  /** `seq` has a hole, or is not the same everywhere. */
  | 'disordered'
  /** A state is not the fold of what was stored up to its `seq`. */
  | 'untrue'
  /** A screen went back. */
  | 'regressed'
  /** Database, nodes and screens did not agree in time. */
  | 'late'
  /** An answer that no fault explains. */
  | 'odd answer'
  /** A socket, a subscription or a timer was not released. */
  | 'leak'
  /** A node did not drain correctly, or a screen reconnected more often than necessary. */
  | 'drain'
  /** A revoked token was still good. */
  | 'revocation'
  /** A fault could not be carried out: no writes, or a process that did not start. */
  | 'stuck';

export type Violation = { readonly kind: ViolationKind; readonly what: string };

/** The limit for agreement after the last fault, ms. */
export const AGREE_WITHIN_MS = 5_000;

/** All violations that the history of a round shows. */
export function check(history: History): readonly Violation[] {
  const violations = history.stored.flatMap((stored) => {
    const operations = history.operations.filter((operation) => operation.ref === stored.ref);
    const folds = foldAll(stored);
    return [
      ...checkSequence(stored),
      ...checkOperations(stored, operations),
      ...checkCounts(stored, operations, folds),
      ...checkTold(stored, history, folds),
      ...history.watched
        .filter((watched) => watched.channel === stored.ref)
        .flatMap((watched) => checkWatched(stored, watched, folds)),
      ...history.feeds
        .filter(({ refs }) => refs.includes(stored.ref))
        .flatMap(({ channel }) => history.watched.filter((watched) => watched.channel === channel))
        .flatMap((watched) => checkFeed(stored, watched, folds)),
    ];
  });
  violations.push(...history.oddAnswers.map((what): Violation => ({ kind: 'odd answer', what })));
  for (const watched of history.watched) violations.push(...checkForward(watched));
  const { agreedAfterMs } = history;
  if (agreedAfterMs === null || agreedAfterMs > AGREE_WITHIN_MS) {
    const took = agreedAfterMs === null ? 'never' : `after ${Math.round(agreedAfterMs)} ms`;
    violations.push({ kind: 'late', what: `All parts agreed ${took}; ${AGREE_WITHIN_MS} ms are allowed.` });
  }
  return violations;
}

/** The match at each seq, folded from the log alone. */
type Folds = ReadonlyMap<number, Match>;

function foldAll({ fixture, log }: Stored): Folds {
  let match = openMatch({ fixture, seq: 0, markers: [], hand: {} });
  const folds = new Map([[0, match]]);
  for (const { seq, change } of log) {
    match = applyChange(match, change);
    folds.set(seq, match);
  }
  return folds;
}

/** `seq` runs 1, 2, 3 … to the position of the match. */
function checkSequence({ ref, seq, log }: Stored): readonly Violation[] {
  const violations: Violation[] = [];
  log.forEach((row, index) => {
    if (row.seq === index + 1 && row.change.seq === row.seq) return;
    violations.push({ kind: 'disordered', what: `${ref}: row ${index + 1} of the log has seq ${row.seq}.` });
  });
  if (log.length !== seq) {
    violations.push({ kind: 'disordered', what: `${ref}: it stands at ${seq}, with ${log.length} rows in the log.` });
  }
  return violations;
}

/** Each acknowledged operation stands in the log once, and the log has nothing else. */
function checkOperations({ ref, log, markers }: Stored, operations: readonly Operation[]): readonly Violation[] {
  const violations: Violation[] = [];
  const rows = new Map<string, number>();
  for (const { change } of log) {
    for (const key of [...(change.put ?? []).map((marker) => marker.key), ...(change.drop ?? [])]) {
      rows.set(key, (rows.get(key) ?? 0) + 1);
    }
  }
  const kept = new Map(markers.map((marker) => [marker.key, marker]));
  const byKey = new Map<string, Operation[]>();
  for (const operation of operations) byKey.set(operation.key, [...(byKey.get(operation.key) ?? []), operation]);
  for (const [key, own] of byKey) {
    const meant = own.filter((operation) => operation.does !== 'repeat').length;
    const found = rows.get(key) ?? 0;
    if (found < meant) {
      violations.push({
        kind: 'lost',
        what: `${ref}: marker ${key} has ${found} rows for ${meant} acknowledged operations.`,
      });
    }
    if (found > meant) {
      violations.push({ kind: 'doubled', what: `${ref}: marker ${key} has ${found} rows for ${meant} operations.` });
    }
    const last = own.findLast((operation) => operation.does !== 'repeat');
    if (last && !isAsLeft(last, kept.get(key))) {
      violations.push({ kind: 'lost', what: `${ref}: marker ${key} is not as it was left (${last.does}).` });
    }
  }
  for (const key of new Set([...rows.keys(), ...kept.keys()])) {
    if (!byKey.has(key)) violations.push({ kind: 'doubled', what: `${ref}: marker ${key} belongs to no writer.` });
  }
  return violations;
}

function isAsLeft({ body }: Operation, kept: StoredMarker | undefined): boolean {
  if (body === null) return kept === undefined;
  if (kept === undefined) return false;
  return (
    kept.type === body.type &&
    kept.at === Date.parse(body.timestamp) &&
    kept.label === body.label &&
    kept.primary?.id === body.primary_player_pc_id
  );
}

const isGoal = (type: string): boolean => type === 'Goal' || type === 'PenaltyScored';

/** The markers that the writers left are counted once each: in the timeline, in the goals and in the score. */
function checkCounts({ ref, seq }: Stored, operations: readonly Operation[], folds: Folds): readonly Violation[] {
  const state = folds.get(seq)?.state;
  if (!state) return [];
  const left = new Map<string, Operation>();
  for (const operation of operations) if (operation.does !== 'repeat') left.set(operation.key, operation);
  const bodies = [...left.values()].flatMap(({ body }) => (body === null ? [] : [body]));
  const goals = bodies.filter(({ type }) => isGoal(type)).length;
  const shown = Object.values<Board>(state.matches).reduce((sum, board) => sum + Object.keys(board.events).length, 0);
  const scored = Object.values<Board>(state.matches).reduce(
    (sum, { score }) => sum + (score.home ?? 0) + (score.away ?? 0),
    0,
  );
  const violations: Violation[] = [];
  const compare = (what: string, is: number, meant: number): void => {
    if (is === meant) return;
    const kind = is < meant ? 'lost' : 'doubled';
    violations.push({ kind, what: `${ref}: ${what} is ${is}, the writers left ${meant}.` });
  };
  compare('the number of events', shown, bodies.length);
  compare('the score of both sides together', scored, goals);
  if (state.kind === 'game') {
    compare('the length of the goal list', state.goals.length, goals);
    compare(
      'the sum of team_scores',
      Object.values(state.team_scores).reduce((sum, score) => sum + score, 0),
      goals,
    );
  }
  return violations;
}

/** Each node has the position, the epoch and the state of the database. */
function checkTold(stored: Stored, { told }: History, folds: Folds): readonly Violation[] {
  const violations: Violation[] = [];
  // Folded from the markers, not step by step: both ways must come to the same.
  const { fixture, seq, markers } = stored;
  const refolded = openMatch({ fixture, seq, markers, hand: folds.get(seq)?.hand ?? {} });
  if (!isSameState(refolded.state, folds.get(seq)?.state)) {
    violations.push({
      kind: 'untrue',
      what: `${stored.ref}: the stored markers and the log come to different states.`,
    });
  }
  for (const one of told.filter(({ ref }) => ref === stored.ref)) {
    if (one.seq !== stored.seq || one.epoch !== stored.epoch) {
      const what = `${stored.ref}: node ${one.node} is at ${one.epoch}/${one.seq}, the database at ${stored.epoch}/${stored.seq}.`;
      violations.push({ kind: 'disordered', what });
    } else if (!isSameState(one.state, folds.get(one.seq)?.state)) {
      violations.push({ kind: 'untrue', what: `${stored.ref}: node ${one.node} shows another state at ${one.seq}.` });
    }
  }
  return violations;
}

/** What a screen showed at a seq is the fold at that seq, and in the end it shows the newest. */
function checkWatched(stored: Stored, { screen, shown }: Watched, folds: Folds): readonly Violation[] {
  const violations: Violation[] = [];
  for (const { epoch, seq, state } of shown) {
    if (epoch !== stored.epoch) {
      violations.push({ kind: 'disordered', what: `${stored.ref}: ${screen} was shown epoch ${epoch} at ${seq}.` });
    }
    const fold = folds.get(seq);
    if (!fold)
      violations.push({ kind: 'untrue', what: `${stored.ref}: ${screen} was shown ${seq}, which is not stored.` });
    else if (!isSameState(state, fold.state)) {
      violations.push({ kind: 'untrue', what: `${stored.ref}: ${screen} was shown another state at ${seq}.` });
    }
  }
  const last = shown.at(-1)?.seq;
  if (last !== stored.seq) {
    const what = `${stored.ref}: ${screen} ended at ${String(last)}, the database at ${stored.seq}.`;
    violations.push({ kind: 'disordered', what });
  }
  return violations;
}

/** In the end a feed has the current score and clock of each of its matches. */
function checkFeed({ ref, seq }: Stored, { screen, channel, shown }: Watched, folds: Folds): readonly Violation[] {
  const state = folds.get(seq)?.state;
  const feed = shown.at(-1)?.state;
  const agrees = state !== undefined && feed !== undefined && feedAgrees(feed, state);
  return agrees ? [] : [{ kind: 'untrue', what: `${channel}: ${screen} ended with another ${ref}.` }];
}

/** Whether a feed shows a match as its own channel does. */
export function feedAgrees(feed: ChannelState, match: BoardState): boolean {
  if (feed.kind !== 'club' && feed.kind !== 'tournament') return false;
  const entries: Readonly<Record<string, FeedMatch | undefined>> = feed.matches;
  return Object.entries<Board>(match.matches).every(([id, { status, period, clock, score }]) => {
    const entry = entries[id];
    const shown = entry && { status: entry.status, period: entry.period, clock: entry.clock, score: entry.score };
    return isSameState(shown, { status, period, clock, score });
  });
}

/** No screen goes back within an epoch. */
function checkForward({ screen, channel, shown }: Watched): readonly Violation[] {
  return shown.flatMap((now, index): Violation[] => {
    const before: Position | undefined = shown[index - 1];
    if (before?.epoch !== now.epoch || now.seq >= before.seq) return [];
    return [{ kind: 'regressed', what: `${channel}: ${screen} went from ${before.seq} back to ${now.seq}.` }];
  });
}

/** States as JSON: undefined fields are left out. */
const isSameState = (one: unknown, other: unknown): boolean => isDeepStrictEqual(onWire(one), onWire(other));

const known = new WeakMap<object, unknown>();
function onWire(state: unknown): unknown {
  if (typeof state !== 'object' || state === null) return state;
  const already = known.get(state);
  if (already !== undefined) return already;
  const plain: unknown = JSON.parse(JSON.stringify(state));
  known.set(state, plain);
  return plain;
}
