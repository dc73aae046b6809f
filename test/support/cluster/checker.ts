// The judge of a round. It knows the writers' deeds, what the database holds, what each node says and what each screen was
// shown, and finds whatever of these does not go together. Pure: the same history, the same verdict.
import { isDeepStrictEqual } from 'node:util';
import type { Board, BoardState, ChannelState, FeedMatch } from '../../../protocol/wire/board.ts';
import { applyChange, type Match, openMatch } from '../../../src/match/match.ts';
import type { StoredMarker } from '../../../src/match/command.ts';
import type { Deed, History, Position, Stored, Watched } from './history.ts';

export type ViolationKind =
  /** A 2xx is not stored. */
  | 'lost'
  /** One deed changed the match twice, or nobody's deed changed it. */
  | 'doubled'
  /** `seq` has a hole, or is not the same everywhere. */
  | 'disordered'
  /** A state is not the fold of what was stored up to its `seq`. */
  | 'untrue'
  /** A screen went back. */
  | 'regressed'
  /** Not everybody agreed in time. */
  | 'late'
  /** An answer that no fault explains. */
  | 'odd answer'
  /** Something was not given back: a socket, a subscription, a timer. */
  | 'leak'
  /** A node did not drain as it should, or a screen came back more often than it had to. */
  | 'drain'
  /** A revoked token was still good. */
  | 'revocation'
  /** A fault could not be carried through: writes stood still, a process did not start. */
  | 'stuck';

export type Violation = { readonly kind: ViolationKind; readonly what: string };

/** Everybody agrees within so long of the last fault, ms. */
export const AGREE_WITHIN_MS = 5_000;

export function check(history: History): readonly Violation[] {
  const violations = history.stored.flatMap((stored) => {
    const deeds = history.deeds.filter((deed) => deed.ref === stored.ref);
    const folds = foldAll(stored);
    return [
      ...checkSequence(stored),
      ...checkDeeds(stored, deeds),
      ...checkCounts(stored, deeds, folds),
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
    violations.push({ kind: 'late', what: `Everybody agreed ${took}; ${AGREE_WITHIN_MS} ms are allowed.` });
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

/** `seq` runs 1, 2, 3 … to where the match stands. */
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

/** Each acknowledged deed stands in the log, as often as it was meant: once; and nothing else does. */
function checkDeeds({ ref, log, markers }: Stored, deeds: readonly Deed[]): readonly Violation[] {
  const violations: Violation[] = [];
  const rows = new Map<string, number>();
  for (const { change } of log) {
    for (const key of [...(change.put ?? []).map((marker) => marker.key), ...(change.drop ?? [])]) {
      rows.set(key, (rows.get(key) ?? 0) + 1);
    }
  }
  const kept = new Map(markers.map((marker) => [marker.key, marker]));
  const byKey = new Map<string, Deed[]>();
  for (const deed of deeds) byKey.set(deed.key, [...(byKey.get(deed.key) ?? []), deed]);
  for (const [key, own] of byKey) {
    const meant = own.filter((deed) => deed.does !== 'repeat').length;
    const found = rows.get(key) ?? 0;
    if (found < meant) {
      violations.push({
        kind: 'lost',
        what: `${ref}: marker ${key} has ${found} rows for ${meant} acknowledged deeds.`,
      });
    }
    if (found > meant) {
      violations.push({ kind: 'doubled', what: `${ref}: marker ${key} has ${found} rows for ${meant} deeds.` });
    }
    const last = own.findLast((deed) => deed.does !== 'repeat');
    if (last && !isAsLeft(last, kept.get(key))) {
      violations.push({ kind: 'lost', what: `${ref}: marker ${key} is not as it was left (${last.does}).` });
    }
  }
  for (const key of new Set([...rows.keys(), ...kept.keys()])) {
    if (!byKey.has(key)) violations.push({ kind: 'doubled', what: `${ref}: nobody's marker ${key}.` });
  }
  return violations;
}

function isAsLeft({ body }: Deed, kept: StoredMarker | undefined): boolean {
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
function checkCounts({ ref, seq }: Stored, deeds: readonly Deed[], folds: Folds): readonly Violation[] {
  const state = folds.get(seq)?.state;
  if (!state) return [];
  const left = new Map<string, Deed>();
  for (const deed of deeds) if (deed.does !== 'repeat') left.set(deed.key, deed);
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

/** Each node stands where the database does, in the same epoch, with the same state. */
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

/** In the end a feed tells the score and the clock of each of its matches as they are. */
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

/** States as the wire has them: a field that is undefined is one that is not there. */
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
