// The events between two states, from the match machine itself, as the server sends them.
import { describe, expect, test } from 'vitest';
import type { FeedMatch, FeedState } from '../../../protocol/wire/board.ts';
import type { Cause } from '../../../protocol/wire/down.ts';
import type { StateUpdate } from '../../../src/browser/shared/follow.ts';
import { type MatchEvent, matchEventsBetween, openMatchEvents } from '../../../src/browser/shared/match-events.ts';
import type { Match } from '../../../src/match/match.ts';
import { type Body, cupMatch, drop, empty, game, NOW, send } from '../../support/play.ts';
import { feedState } from '../../support/shown-feeds.ts';
import { uuid } from '../../support/uuid.ts';

type Move = { readonly match: Match; readonly cause: readonly Cause[] };
const move = ({ match, decision }: ReturnType<typeof send>): Move => ({
  match,
  cause: decision.change === null ? [] : decision.change.cause,
});
/** The events of the last of these moves. */
function after(start: Match, ...bodies: readonly (Body | { drop: number })[]): readonly MatchEvent[] {
  let match = start;
  let happened: readonly MatchEvent[] = [];
  for (const body of bodies) {
    const next = move('drop' in body ? drop(match, body.drop) : send(match, body));
    happened = matchEventsBetween(match.state, next.match.state, next.cause);
    match = next.match;
  }
  return happened;
}
const brief = (events: readonly MatchEvent[]): unknown[] =>
  events.map((one) => ('side' in one ? [one.kind, one.side] : [one.kind]));

const start: Body = { at: 0, type: 'Start' };
const goal = (id: number, at = 10, more: Partial<Body> = {}): Body => ({ id, at, type: 'Goal', by: 1, ...more });
const shootout: readonly Body[] = [
  start,
  { at: 45, type: 'HalfTime' },
  { at: 60, type: 'Resume' },
  { at: 106, type: 'PenaltyShootout' },
];

describe('between two states', () => {
  const match = empty(cupMatch());

  test('a goal, with its side and its event', () => {
    const [happened] = after(match, start, goal(1));
    expect(happened).toMatchObject({
      kind: 'goal',
      matchId: '701',
      key: uuid(1),
      side: 'home',
      event: { minute: '11', player: { name: 'Ana' } },
    });
  });

  test.each<[string, readonly (Body | { drop: number })[], unknown[]]>([
    ['an own goal counts for the other side', [start, goal(1, 10, { label: 'own goal' })], [['goal', 'away']]],
    ['a penalty', [start, goal(1, 10, { type: 'PenaltyScored' })], [['goal', 'home']]],
    ['a goal that is deleted', [start, goal(1), { drop: 1 }], [['goal_cancelled', 'home']]],
    ['a card', [start, goal(1, 10, { type: 'YellowCard' })], [['card', 'home']]],
    ['a card that is deleted', [start, goal(1, 10, { type: 'RedCard' }), { drop: 1 }], [['card_cancelled', 'home']]],
    ['a substitution', [start, goal(1, 10, { type: 'Substitution', with: 2 })], [['substitution', 'home']]],
    ['a shot is none', [start, goal(1, 10, { type: 'Shot' })], []],
    ['kick-off', [start], [['period']]],
    ['a kick that goes in', [...shootout, goal(1, 107, { type: 'PenaltyScored' })], [['kick', 'home']]],
    ['a kick that does not', [...shootout, goal(1, 107, { type: 'PenaltyMissed', by: 4 })], [['kick', 'away']]],
    [
      'a kick that is deleted',
      [...shootout, goal(1, 107, { type: 'PenaltyScored' }), { drop: 1 }],
      [['kick_cancelled', 'home']],
    ],
    ['a reset', [start, goal(1), { at: 20, type: 'ResetMatch' }], [['reset'], ['period']]],
    ['a reset that is deleted', [start, goal(1), { id: 9, at: 20, type: 'ResetMatch' }, { drop: 9 }], [['period']]],
    ['a Start that is deleted', [{ ...start, id: 5 }, { drop: 5 }], [['period']]],
  ])('%s', (_what, bodies, expected) => {
    expect(brief(after(match, ...bodies))).toEqual(expected);
  });

  test('the number of a kick counts the kicks of its side', () => {
    const kick = (id: number, type: Body['type'], by: number): Body => ({ id, at: 107 + id, type, by });
    const happened = after(
      match,
      ...shootout,
      kick(1, 'PenaltyScored', 1),
      kick(2, 'PenaltyScored', 4),
      kick(3, 'PenaltyMissed', 2),
    );
    expect(happened).toMatchObject([{ kind: 'kick', side: 'home', scored: false, number: 2 }]);
  });

  test('a marker that is corrected from a miss to a goal is a goal', () => {
    const club = empty(game());
    const miss = goal(1, 10, { type: 'Miss' });
    expect(brief(after(club, start, miss, goal(1)))).toEqual([['goal', 'home']]);
    expect(brief(after(club, start, goal(1), miss))).toEqual([['goal_cancelled', 'home']]);
    expect(brief(after(club, start, goal(1), goal(1, 10, { scorer: 'Bea', by: 2 })))).toEqual([]);
  });

  test('a manual score that moves by one is a goal; a whole result is none', () => {
    const { state } = after0(empty(game()));
    const [id = '', board] = Object.entries(state.matches)[0] ?? [];
    if (!board) throw new Error('no board');
    const withScore = (home: number, away: number) => ({
      ...state,
      matches: { [id]: { ...board, score: { home, away } } },
    });
    const cause: Cause[] = [{ action: 'scores' }];
    const by = (from: [number, number], to: [number, number]): unknown[] =>
      brief(matchEventsBetween(withScore(...from), withScore(...to), cause));
    expect(by([0, 0], [1, 0])).toEqual([['goal', 'home']]);
    expect(by([1, 1], [1, 0])).toEqual([['goal_cancelled', 'away']]);
    expect(by([0, 0], [3, 2])).toEqual([]);
  });
  const after0 = (of: Match): Match => send(of, start).match;

  test('a snapshot has no events', () => {
    const later = send(send(match, start).match, goal(1)).match;
    expect(matchEventsBetween(match.state, later.state, [])).toEqual([]);
    expect(matchEventsBetween(null, later.state, [{ action: 'recorded', marker_id: uuid(1) }])).toEqual([]);
  });
});

describe('in a feed (rule PAGE-18)', () => {
  const recorded: Cause[] = [{ action: 'recorded' }];
  const feed = (home: number, away = 0, status: FeedMatch['status'] = 'live'): FeedState => {
    const shown = feedState(1, () => 60) as FeedState;
    const [id = '', match] = Object.entries(shown.matches)[0] ?? [];
    if (!match) throw new Error('no match');
    return { ...shown, matches: { [id]: { ...match, status, score: { home, away } } } };
  };

  test('a score that rises by one during play is a goal', () => {
    expect(matchEventsBetween(feed(0), feed(1), recorded)).toEqual([
      { kind: 'goal', matchId: '0', key: 'score home 1', side: 'home', event: null },
    ]);
    expect(brief(matchEventsBetween(feed(1), feed(0, 1), recorded))).toEqual([
      ['goal_cancelled', 'home'],
      ['goal', 'away'],
    ]);
  });

  test.each<[string, FeedState, FeedState, Cause[]]>([
    ['a whole result', feed(0), feed(3), recorded],
    ['a result after the match', feed(0, 0, 'completed'), feed(1, 0, 'completed'), recorded],
    ['a snapshot', feed(0), feed(1), []],
    ['an import', feed(0), feed(1), [{ action: 'edited' }]],
  ])('%s is none', (_what, before, after, cause) => {
    expect(brief(matchEventsBetween(before, after, cause))).toEqual(
      cause.some(({ action }) => action === 'edited') ? [['edited']] : [],
    );
  });

  test('a score that falls is not announced, nor is its return a moment later', () => {
    const events = openMatchEvents(() => NOW);
    const next = (home: number, at: number): unknown[] =>
      brief(
        events.next({
          kind: 'state',
          channel: 'c',
          epoch: 'e',
          seq: 1,
          at: NOW + at,
          state: feed(home),
          cause: recorded,
        }),
      );
    expect([next(0, 0), next(1, 10), next(0, 1_000), next(1, 3_000), next(0, 4_000), next(1, 9_000)]).toEqual([
      [],
      [['goal', 'home']],
      [],
      [],
      [],
      [['goal', 'home']],
    ]);
  });
});

describe('events to announce', () => {
  const begun = send(empty(cupMatch()), start).match;
  const asUpdate = ({ match, cause }: Move, at = NOW): StateUpdate => ({
    kind: 'state',
    channel: 'match:701',
    epoch: 'e',
    seq: match.seq,
    at,
    state: match.state,
    cause,
  });
  const first = asUpdate({ match: begun, cause: [] });
  const scored = move(send(begun, goal(1, 10)));

  test('a goal is, once', () => {
    const events = openMatchEvents(() => NOW);
    expect(events.next(first)).toEqual([]);
    // 350 minutes on the clock: the goal's own minute is left out.
    const withoutMinute = withMinute(scored, undefined);
    expect(brief(events.next(asUpdate(withoutMinute)))).toEqual([['goal', 'home']]);
    const gone = move(drop(scored.match, 1));
    expect(brief(events.next(asUpdate(gone)))).toEqual([['goal_cancelled', 'home']]);
    expect(events.next(asUpdate(withoutMinute))).toEqual([]);
  });

  test('a goal that arrives minutes late, from an offline phone, is not', () => {
    const events = openMatchEvents(() => NOW);
    events.next(first);
    expect(events.next(asUpdate(scored))).toEqual([]);
  });

  test('events missed during a lost connection are not', () => {
    const events = openMatchEvents(() => NOW + 16_000);
    events.next(first);
    expect(events.next(asUpdate(withMinute(scored, undefined)))).toEqual([]);
  });

  test('an edit missed during a lost connection is: the page reads names and line-ups again', () => {
    const events = openMatchEvents(() => NOW + 16_000);
    events.next(first);
    expect(events.next(asUpdate({ match: begun, cause: [{ action: 'edited' }] }))).toEqual([{ kind: 'edited' }]);
  });

  function withMinute({ match, cause }: Move, minute: string | undefined): Move {
    const state = structuredClone(match.state);
    const event = state.matches['701']?.events[uuid(1)];
    if (!event) throw new Error('no goal');
    if (minute === undefined) delete event.minute;
    return { match: { ...match, state }, cause };
  }
});
