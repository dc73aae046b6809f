// Statistics, keepers, cards, commentary.
import { describe, expect, it } from 'vitest';
import { fairPlayOf } from '../../src/match/standings.ts';
import { matchResult } from '../../src/resources/result.ts';
import { type Body, boardOf, cupMatch, eventOf, game, play } from '../support/play.ts';

const start: Body = { at: 0, type: 'Start' };
const noStats = {
  shots_on_target: 0,
  shots_off_target: 0,
  missed_chances: 0,
  chances_created: 0,
  gk_saves: 0,
  defensive_contributions: 0,
  fouls: 0,
};

describe('statistics, keepers, cards', () => {
  it('rule STAT-1: each type counts in its statistic for its side', () => {
    const types = [
      'Goal',
      'PenaltyScored',
      'Shot',
      'Miss',
      'ChanceCreated',
      'Defense',
      'Foul',
      'Penalty',
      'Substitution',
    ] as const;
    const board = boardOf(play(game(), ...types.map((type, at): Body => ({ at, type, by: 1, with: 2 }))));
    expect(board.stats).toEqual({
      home: {
        ...noStats,
        shots_on_target: 2,
        shots_off_target: 1,
        missed_chances: 1,
        chances_created: 1,
        defensive_contributions: 1,
        fouls: 1,
      },
      away: noStats,
    });
  });

  it('rule STAT-1: an own goal is not a shot', () => {
    const board = boardOf(play(game(), { at: 1, type: 'Goal', by: 1, label: 'og' }));
    expect(board.stats).toEqual({ home: noStats, away: noStats });
  });

  it('rule SIDE-4: a marker without a side counts in no statistic, no score and no cards', () => {
    const types = [
      'Goal',
      'PenaltyScored',
      'PenaltyMissed',
      'Save',
      'Shot',
      'Miss',
      'Foul',
      'YellowCard',
      'RedCard',
    ] as const;
    const board = boardOf(play(cupMatch(), ...types.map((type, at): Body => ({ at, type, by: 99 }))));
    const { events, ...counts } = board;
    const { events: _, ...none } = boardOf(play(cupMatch()));
    expect(Object.values(events).map(({ type, team }) => [type, team])).toEqual(types.map((type) => [type, undefined]));
    expect(counts).toEqual(none);
  });

  const keepers: Body = { id: 30, at: -10, type: 'Keeper', by: 3, with: 6 };

  it('rule STAT-2: a save is a shot of the shooter and a save of the other side and its keeper', () => {
    const board = boardOf(play(game(), keepers, { at: 1, type: 'Save', by: 1 }));
    expect(board.stats.home).toEqual({ ...noStats, shots_on_target: 1 });
    expect(board.stats.away).toEqual({ ...noStats, gk_saves: 1 });
    expect(board.keepers).toEqual({
      home: { id: 3, name: 'Gil', type: 'user', saves: 0 },
      away: { id: 6, name: 'Kim', type: 'user', saves: 1 },
    });
  });

  it("rule STAT-3: a save whose primary player is that moment's keeper swaps the roles", () => {
    const match = play(game(), keepers, { id: 1, at: 1, type: 'Save', by: 6, with: 1 });
    expect(boardOf(match)).toEqual({
      ...boardOf(play(game(), keepers, { id: 1, at: 1, type: 'Save', by: 1 })),
      events: boardOf(match).events,
    });
    expect(eventOf(match, 1)).toMatchObject({ team: 'away', player: { name: 'Kim' }, second_player: { name: 'Ana' } });
  });

  it('rule STAT-6: an unknown keeper is identified by id, and by type if both markers give it', () => {
    const keeper: Body = { at: 0, type: 'Keeper', with: 98, withType: 'user' };
    const saves = (by: Partial<Body>): number | undefined =>
      boardOf(play(game(), keeper, { at: 1, type: 'Save', by: 98, ...by })).keepers.away?.saves;
    expect(saves({})).toBe(1);
    expect(saves({ byType: 'user' })).toBe(1);
    expect(saves({ byType: 'junior' })).toBe(0);
  });

  it('rule STAT-6: a keeper who is named again keeps the saves and has the name and the type of the last marker', () => {
    const save: Body = { at: 1, type: 'Save', team: 'away' };
    const match = play(cupMatch(), { at: 0, type: 'Keeper', by: 98 }, save);
    const named = play(match, { at: 2, type: 'Keeper', by: 98, scorer: 'Xavi' });
    expect(boardOf(named).keepers.home).toEqual({ id: 98, name: 'Xavi', saves: 1 });
    const corrected = play(named, { at: 3, type: 'Keeper', by: 98, byType: 'user', scorer: 'Xabi' });
    expect(boardOf(corrected).keepers.home).toEqual({ id: 98, name: 'Xabi', type: 'user', saves: 1 });
    const again = play(corrected, { at: 4, type: 'Keeper', by: 98 }, { ...save, at: 5 });
    expect(boardOf(again).keepers.home).toEqual({ id: 98, name: 'Xabi', type: 'user', saves: 2 });
    const other = play(again, { at: 6, type: 'Keeper', by: 98, byType: 'junior' });
    expect(boardOf(other).keepers.home).toEqual({ id: 98, type: 'junior', saves: 0 });
  });

  it('rule STAT-6: a player who is in no roster is a user where the marker gives no type', () => {
    const card: Body = { at: 1, type: 'YellowCard', team: 'home', by: 98 };
    const typed: Body = { ...card, id: 2, at: 2, byType: 'user' };
    for (const two of [
      [card, typed],
      [
        { ...typed, at: 1 },
        { ...card, id: 3, at: 2 },
      ],
    ]) {
      const match = play(cupMatch(), ...two);
      expect(eventOf(match, two[1]?.id ?? 0)?.second_yellow).toBe(true);
      expect(fairPlayOf(match).home).toBe(-3);
    }
    expect(eventOf(play(cupMatch(), card, { ...typed, byType: 'junior' }), 2)?.second_yellow).toBeUndefined();
    const keeper: Body = { at: 0, type: 'Keeper', by: 98 };
    const save: Body = { at: 1, type: 'Save', team: 'away' };
    const match = play(cupMatch(), keeper, save, { ...keeper, at: 2, by: 99 }, { ...keeper, at: 3, byType: 'user' });
    expect(boardOf(match).keepers.home).toEqual({ id: 98, type: 'user', saves: 1 });
  });

  it('rule STAT-2: a late Keeper marker repairs earlier saves', () => {
    const match = play(game(), { at: 1, type: 'Save', by: 1 }, keepers);
    expect(boardOf(match).keepers.away?.saves).toBe(1);
  });

  it('rule STAT-5: a Keeper marker with one player keeps the other; a returning keeper keeps the saves', () => {
    const save: Body = { at: 1, type: 'Save', by: 1 };
    const match = play(game(), keepers, save, { at: 2, type: 'Keeper', with: 5 }, { ...save, at: 3 });
    expect(boardOf(match).keepers).toMatchObject({ home: { id: 3 }, away: { id: 5, saves: 1 } });
    const back = play(match, { at: 4, type: 'Keeper', with: 6 });
    expect(boardOf(back).keepers.away).toMatchObject({ id: 6, saves: 1 });
    expect(boardOf(back).stats.away.gk_saves).toBe(2);
  });

  it('rules STAT-4, SIDE-11: PenaltyMissed counts in no statistic and belongs to the side of the taker', () => {
    const match = play(
      game(),
      keepers,
      { id: 1, at: 1, type: 'PenaltyMissed', by: 6, with: 1 },
      { id: 2, at: 2, type: 'PenaltyMissed', by: 1 },
      { id: 3, at: 3, type: 'PenaltyMissed', by: 6 },
      { id: 4, at: 4, type: 'PenaltyMissed', by: 5 },
      { id: 5, at: 5, type: 'PenaltyMissed', by: 6, with: 99 },
      { id: 6, at: 6, type: 'PenaltyMissed', by: 98, with: 4 },
    );
    const sides = [1, 2, 3, 4, 5, 6].map((id) => eventOf(match, id)?.team);
    expect(sides).toEqual(['home', 'home', 'home', 'away', 'home', 'away']);
    expect(boardOf(match).stats).toEqual({ home: noStats, away: noStats });
  });

  it('rule STAT-4: a goalkeeper borrowed from the other team keeps the goal that the Keeper marker gives', () => {
    const match = play(
      game(),
      { at: 0, type: 'Keeper', by: 4 },
      { id: 1, at: 1, type: 'PenaltyMissed', by: 4 },
      { id: 2, at: 2, type: 'PenaltyMissed', by: 4, with: 99 },
    );
    expect([1, 2].map((id) => eventOf(match, id)?.team)).toEqual(['away', 'away']);
  });

  it('rules STAT-7, STAT-8: a second yellow is marked; no red card is added', () => {
    const match = play(
      cupMatch(),
      start,
      { id: 1, at: 1, type: 'YellowCard', by: 4 },
      { id: 2, at: 2, type: 'YellowCard', by: 5 },
      { id: 3, at: 3, type: 'YellowCard', by: 4, label: 'late' },
    );
    expect(boardOf(match).cards.away).toEqual({ yellow: 3, red: 0 });
    expect([1, 2, 3].map((id) => eventOf(match, id)?.second_yellow)).toEqual([undefined, undefined, true]);
    expect(boardOf(play(match, { at: 4, type: 'RedCard', by: 4 })).cards.away).toEqual({ yellow: 3, red: 1 });
  });

  it('rule STAT-7: which yellow is the second follows match order, not arrival', () => {
    const match = play(
      cupMatch(),
      { id: 1, at: 9, type: 'YellowCard', by: 4 },
      { id: 2, at: 5, type: 'YellowCard', by: 4 },
    );
    expect([1, 2].map((id) => eventOf(match, id)?.second_yellow)).toEqual([true, undefined]);
  });

  it('rule MIN-6: goals and cards are in match order, whatever minutes their markers give', () => {
    const match = play(
      cupMatch(),
      { at: 8, type: 'Goal', by: 4, minute: 2 },
      { at: 5, type: 'Goal', by: 1, minute: 80 },
      { at: 9, type: 'YellowCard', by: 5, minute: 1 },
      { at: 6, type: 'YellowCard', by: 2, minute: 70 },
    );
    const result = matchResult(match);
    expect(result.goals.map(({ minute }) => minute)).toEqual(['80', '2']);
    expect(result.cards.map(({ minute }) => minute)).toEqual(['70', '1']);
  });

  it('rules READ-15, READ-16: cards, commentary and goals of a match are in time order, with names', () => {
    const match = play(
      cupMatch(),
      start,
      { at: 9, type: 'RedCard', by: 4 },
      { at: 5, type: 'YellowCard', team: 'home', scorer: 'Coach', label: 'dissent' },
      { at: 7, type: 'Event', label: 'drone' },
      { at: 8, type: 'Goal', by: 1, with: 2, label: 'own goal' },
      { at: 6, type: 'Goal', team: 'home' },
    );
    const result = matchResult(match);
    expect(result.cards).toEqual([
      { team: 'home', player: 'Coach', minute: '6', type: 'yellow', second_yellow: false },
      { team: 'away', player: 'Dan', minute: '10', type: 'red', second_yellow: false },
    ]);
    expect(result.commentary.map(({ type, team, player, text }) => [type, team, player, text])).toEqual([
      ['YellowCard', 'home', 'Coach', 'dissent'],
      ['Event', null, null, 'drone'],
      ['Goal', 'away', 'Ana', 'own goal'],
    ]);
    expect(result.goals).toEqual([
      { team: 'home', scorer: 'Unknown', minute: '7', own_goal: false, penalty: false, assister: null },
      { team: 'away', scorer: 'Ana', minute: '9', own_goal: true, penalty: false, assister: 'Bea' },
    ]);
  });
});
