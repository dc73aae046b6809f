// The events between two states of a match, as a table.
import { describe, expect, it } from 'vitest';
import { eventsBetween, type MatchEvent } from '../../src/match/match-events.ts';
import { withFixture } from '../../src/match/match.ts';
import type { Match } from '../../src/match/match.ts';
import { bigGame, type Body, cupMatch, drop, game, NOW, play, run, send } from '../support/play.ts';
import { uuid } from '../support/uuid.ts';

const start: Body = { at: 0, type: 'Start' };
const goal: Body = { id: 1, at: 10, type: 'Goal', by: 1 };
const card: Body = { id: 2, at: 12, type: 'YellowCard', by: 4 };
const end: Body = { id: 9, at: 100, type: 'FullTime' };
const live = play(cupMatch(), start);
const scored = play(live, goal, card);
const done = play(scored, { at: 46, type: 'HalfTime' }, { at: 60, type: 'Resume' }, end);
const kicks = play(done, { at: 110, type: 'PenaltyShootout' });
const club = play(game(), start, goal, card);

const scores = (match: Match, byTeam: Record<string, number>): Match =>
  run(match, { kind: 'scores', scores: byTeam }, NOW).match;

const shown = ({ type, matchId, event }: MatchEvent): string =>
  [type, matchId ?? 'all', ...(event === undefined ? [] : [event.type, event.team])].join(' ');

type Row = readonly [what: string, before: Match, after: Match, events: readonly string[]];

describe('rules HOOK-1, HOOK-2: the events of a change', () => {
  it.each<Row>([
    ['kick-off', play(cupMatch()), live, ['match.started 701', 'period 701']],
    ['a goal', live, play(live, goal), ['goal 701 Goal home']],
    ['a penalty', live, play(live, { ...goal, type: 'PenaltyScored' }), ['goal 701 PenaltyScored home']],
    ['an own goal', live, play(live, { ...goal, label: 'own goal' }), ['goal 701 Goal away']],
    ['a goal that counts for no side', live, play(live, { id: 1, at: 10, type: 'Goal' }), []],
    ['a goal before kick-off', play(cupMatch()), play(cupMatch(), goal), ['goal 701 Goal home']],
    ['a cancelled goal', scored, drop(scored, 1).match, ['goal.cancelled 701 Goal home']],
    [
      'a goal that becomes a shot',
      club,
      send(club, { ...goal, type: 'Shot' }).match,
      ['goal.cancelled 100_0 Goal home'],
    ],
    ['a yellow card', live, play(live, card), ['card 701 YellowCard away']],
    ['a red card', live, play(live, { ...card, type: 'RedCard' }), ['card 701 RedCard away']],
    ['a shot', live, play(live, { at: 5, type: 'Shot', by: 1 }), []],
    ['half-time', live, play(live, { at: 46, type: 'HalfTime' }), ['period 701']],
    ['the end', scored, play(scored, end), ['period 701', 'match.completed 701']],
    ['a shootout', done, kicks, ['period 701', 'match.corrected 701']],
    ['a kick in it', kicks, play(kicks, { id: 7, at: 111, type: 'PenaltyScored', by: 1 }), []],
  ])('%s', (_, before, after, events) => {
    expect(eventsBetween(before, after).map(shown)).toEqual(events);
  });
});

describe('rule HOOK-3: match.corrected', () => {
  const named = send(club, { ...goal, by: 2 }).match;
  const over = play(cupMatch({ status: 'awarded', score: { home: 3, away: 0 } as never }));
  const pairings = play(bigGame(), { ...start, match_id: '100_0' });
  it.each<Row>([
    ['a goal gets another scorer', club, named, ['match.corrected 100_0']],
    ['a card is taken back', scored, drop(scored, 2).match, ['match.corrected 701']],
    ['a match that was over goes on', done, drop(done, 9).match, ['period 701', 'match.corrected 701']],
    [
      'a late goal of a match that is over',
      done,
      play(done, { ...goal, id: 5, at: 70 }),
      ['goal 701 Goal home', 'match.corrected 701'],
    ],
    ['scores by hand', club, scores(club, { '1': 4 }), ['match.corrected 100_0']],
    ['the same scores by hand', club, scores(club, { '1': 1 }), []],
    ['goals by hand', club, run(club, { kind: 'goals', goals: [] }, NOW).match, ['match.corrected 100_0']],
    ['scores of a game with pairings', pairings, scores(pairings, { '3': 2 }), ['match.corrected all']],
    ['a result by import', play(cupMatch()), over, ['match.completed 701', 'match.corrected 701']],
    [
      'a match that is called off',
      live,
      withFixture(live, cupMatch({ status: 'postponed' }), live.seq + 1),
      ['match.corrected 701'],
    ],
    [
      'a reset',
      scored,
      play(scored, { at: 20, type: 'ResetMatch' }),
      ['period 701', 'goal.cancelled 701 Goal home', 'match.corrected 701'],
    ],
  ])('%s', (_, before, after, events) => {
    expect(eventsBetween(before, after).map(shown)).toEqual(events);
  });
});

describe('rule HOOK-4: names', () => {
  it('are those of the live state', () => {
    const before = play(game({ publicNames: 'initials' }), start);
    const kid: Body = { id: 1, at: 10, type: 'Goal', by: 7, byType: 'junior' };
    const [event] = eventsBetween(before, play(before, kid));
    expect(event?.event).toMatchObject({ id: uuid(1), player: { name: 'K. S.' } });
  });
});
