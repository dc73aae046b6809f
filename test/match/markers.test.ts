// Identity, repeats, refusals, warnings and listings of markers.
import { describe, expect, it } from 'vitest';
import { MATCH_MARKER_TYPES, CLUB_MARKER_TYPES, GAME_MODE_TYPES } from '../../protocol/wire/marker.ts';
import {
  bigGame,
  type Body,
  boardOf,
  cupMatch,
  drop,
  empty,
  eventOf,
  game,
  KICK_OFF,
  marker,
  play,
  run,
  send,
} from '../support/play.ts';
import { uuid } from '../support/uuid.ts';
import { listingOf } from '../support/listing.ts';

const goal: Body = { id: 1, at: 10, type: 'Goal', by: 1 };

describe('identity and idempotency', () => {
  it('rule ID-2: the first post of an id is created, with arrival and touched at its seq', () => {
    const { decision, match } = send(empty(game()), goal);
    expect(decision.outcome.kind).toBe('created');
    expect(decision.change).toMatchObject({
      seq: 1,
      cause: [{ action: 'recorded', marker_id: uuid(1), type: 'Goal' }],
      put: [{ arrival: 1, touched: 1 }],
    });
    expect(match.seq).toBe(1);
  });

  it('rule ID-5: an identical repeat is updated in a club game, reported in a tournament match, and changes nothing', () => {
    const inGame = send(play(game(), goal), goal);
    expect(inGame.decision).toMatchObject({ outcome: { kind: 'updated' }, change: null });
    const inMatch = send(play(cupMatch(), goal), { ...goal, by: 4 });
    expect(inMatch.decision).toMatchObject({
      outcome: { kind: 'reported', marker: { primary: { id: 1 } } },
      change: null,
    });
  });

  it('rule ID-4: an update replaces the whole marker, keeps its arrival and moves its effects', () => {
    const before = play(game(), { at: 0, type: 'Start' }, { ...goal, with: 2, label: 'header' });
    const { match, decision } = send(before, { ...goal, by: 4 });
    expect(decision.change).toMatchObject({ cause: [{ action: 'updated' }], put: [{ arrival: 2, touched: 3 }] });
    expect(boardOf(match).score).toEqual({ home: 0, away: 1 });
    expect(match.state).toMatchObject({ goals: [{ team: '2', scorer: 'Dan' }] });
    expect(eventOf(match, 1)).not.toHaveProperty('label');
    const shot = send(match, { ...goal, type: 'Shot', by: 4 }).match;
    expect(boardOf(shot).score).toEqual({ home: 0, away: 0 });
    expect(boardOf(shot).stats.away).toMatchObject({ shots_on_target: 0, shots_off_target: 1 });
  });

  it('rule ID-6: deleting an unknown id answers missing; a deleted id posted again is a new marker', () => {
    const before = play(game(), goal);
    expect(drop(before, 2).outcome.kind).toBe('missing');
    const deleted = drop(before, 1);
    expect(deleted.decision.change).toMatchObject({ cause: [{ action: 'deleted', type: 'Goal' }], drop: [uuid(1)] });
    expect(boardOf(deleted.match).score).toEqual({});
    expect(drop(deleted.match, 1).outcome.kind).toBe('missing');
    const again = send(deleted.match, goal);
    expect(again.outcome.kind).toBe('created');
    expect(boardOf(again.match).score).toEqual({ home: 1, away: 0 });
  });

  it('rule ID-7: ids are compared without regard to letter case and answered as first sent', () => {
    const upper = 'AAAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA';
    const before = play(game(), { ...goal, id: upper });
    const { match, outcome } = send(before, { ...goal, id: upper.toLowerCase(), by: 2 });
    expect(outcome).toMatchObject({ kind: 'updated', marker: { id: upper } });
    expect(listingOf(match).map(({ id }) => id)).toEqual([upper]);
    expect(Object.keys(boardOf(match).events)).toEqual([upper]);
    expect(drop(match, upper.toLowerCase()).outcome.kind).toBe('deleted');
  });
});

describe('rejections', () => {
  const refusal = (fixture: Parameters<typeof empty>[0], body: Body): unknown => send(empty(fixture), body).outcome;

  it('rule TIME-3: a timestamp more than 24 hours in the future is refused', () => {
    const at = (now: number): unknown =>
      run(empty(game()), { kind: 'record', marker: marker('game', goal), repeat: 'update' }, now).outcome;
    const day = 24 * 60 * 60_000;
    expect(at(KICK_OFF + 10 * 60_000 - day)).toMatchObject({ kind: 'created' });
    expect(at(KICK_OFF + 10 * 60_000 - day - 1)).toMatchObject({ kind: 'refused', details: [{ path: 'timestamp' }] });
  });

  it('rules SIDE-8, SIDE-9: with several pairings a match_id is required and must be a known pairing, not a bye', () => {
    const refused = (body: Body): void => {
      expect(refusal(bigGame(true), body)).toMatchObject({ kind: 'refused', details: [{ path: 'match_id' }] });
    };
    refused(goal);
    refused({ ...goal, match_id: '100_7' });
    refused({ ...goal, match_id: '100_2' });
    refused({ ...goal, type: 'ResetMatch', match_id: '100_7' });
    expect(refusal(bigGame(true), { ...goal, type: 'ResetMatch' })).toMatchObject({ kind: 'created' });
    expect(refusal(bigGame(true), { ...goal, match_id: '100_0' })).toMatchObject({ kind: 'created' });
  });

  it('rule SIDE-8: with one pairing a match_id is optional, but must name that pairing', () => {
    expect(refusal(game(), { ...goal, match_id: '100_0' })).toMatchObject({ kind: 'created' });
    expect(refusal(game(), { ...goal, match_id: '100_1' })).toMatchObject({ details: [{ path: 'match_id' }] });
  });

  it('rule SIDE-10: an unknown team number is rejected', () => {
    expect(refusal(game(), { ...goal, team: 3 })).toMatchObject({ details: [{ path: 'team' }] });
    expect(run(empty(game()), { kind: 'scores', scores: { '3': 1 } }).outcome).toMatchObject({
      details: [{ path: 'scores.3' }],
    });
    const goals = [{ team: '3', scorer: 'X', penalty: false, own_goal: false }];
    expect(run(empty(game()), { kind: 'goals', goals }).outcome).toMatchObject({
      details: [{ path: 'goals[0].team' }],
    });
  });

  it('rule READ-12: a club game takes exactly the 21 types, a tournament match four more', () => {
    expect(CLUB_MARKER_TYPES).toHaveLength(21);
    for (const [index, type] of MATCH_MARKER_TYPES.entries()) {
      const sent = marker('match', { id: index, at: 1, type });
      const inGame = run(empty(game()), { kind: 'record', marker: sent, repeat: 'update' }).outcome;
      const isClubType = (CLUB_MARKER_TYPES as readonly string[]).includes(type);
      expect(inGame.kind).toBe(isClubType ? 'created' : 'refused');
      expect(run(empty(cupMatch()), { kind: 'record', marker: sent, repeat: 'report' }).outcome.kind).toBe('created');
    }
  });
});

describe('players and sides', () => {
  const warnings = (body: Body, fixture = game()): readonly string[] => {
    const { outcome } = send(empty(fixture), body);
    return outcome.kind === 'created' ? outcome.warnings : ['not created'];
  };

  it('rule SIDE-1: a type left out means user first, then junior', () => {
    const match = play(game(), goal, { ...goal, id: 2, by: 1, byType: 'junior' }, { ...goal, id: 3, by: 7 });
    expect(eventOf(match, 1)?.player).toEqual({ id: 1, name: 'Ana', type: 'user' });
    expect(eventOf(match, 2)?.player).toEqual({ id: 1, name: 'Kid One', type: 'junior' });
    expect(eventOf(match, 3)?.player).toEqual({ id: 7, name: 'Kid Seven', type: 'junior' });
  });

  it('rule SIDE-5: a junior counts for the team that the junior is assigned to', () => {
    const match = play(game(), { ...goal, byType: 'junior' }, { id: 2, at: 11, type: 'YellowCard', by: 7 });
    expect(boardOf(match).score).toEqual({ home: 0, away: 1 });
    expect(boardOf(match).cards.home.yellow).toBe(1);
    expect(match.state).toMatchObject({ goals: [{ team: '2', scorer: 'Kid One' }] });
    expect(match.state).not.toMatchObject({ goals: [{ user_id: 1 }] });
  });

  it.each([
    ['home', 'home'],
    ['2', 'away'],
    [1, 'home'],
  ])('rule SIDE-2: team %j without a player is the %s side', (team, side) => {
    expect(eventOf(play(game(), { id: 1, at: 1, type: 'Goal', team }), 1)?.team).toBe(side);
    expect(warnings({ id: 1, at: 1, type: 'Goal', team })).toEqual([]);
  });

  it('rule SIDE-2: the roster overrides team for a known player', () => {
    expect(eventOf(play(game(), { ...goal, team: 'away' }), 1)?.team).toBe('home');
  });

  it('rule SIDE-3: an unknown player and a goal without a side are stored with warnings and count for no team', () => {
    const unknown = { ...goal, by: 99 };
    expect(warnings(unknown)).toHaveLength(2);
    expect(warnings(unknown)[0]).toContain('99');
    expect(warnings(goal)).toEqual([]);
    const match = play(game(), unknown);
    expect(boardOf(match).score).toEqual({});
    expect(match.state).toMatchObject({ goals: [], team_scores: { '1': 0, '2': 0 } });
    expect(eventOf(match, 1)).toEqual({
      type: 'Goal',
      at: '2026-11-22T10:10:00.000Z',
      own_goal: false,
      player: { id: 99 },
    });
    const named = send(match, { ...unknown, team: '2' });
    expect(named.outcome).toMatchObject({ kind: 'updated', warnings: [expect.stringContaining('99')] });
    expect(boardOf(named.match).score).toEqual({ home: 0, away: 1 });
  });

  it('rule SIDE-3: a player of neither side gets a warning', () => {
    expect(warnings({ ...goal, by: 9 })).toHaveLength(2);
    expect(warnings({ ...goal, by: 7, byType: 'user', match_id: '100_0' }, bigGame())).toHaveLength(2);
    expect(warnings({ ...goal, by: 7, byType: 'user', match_id: '100_1' }, bigGame())).toEqual([]);
    expect(warnings({ id: 1, at: 1, type: 'Foul', by: 1, with: 9 })).toHaveLength(1);
  });

  it('rule STAT-4: no warning when the taker or the current keeper gives the side', () => {
    const match = play(game(), { at: 0, type: 'Keeper', by: 3, with: 98 });
    const sides = (body: Body): unknown => {
      const { outcome } = send(match, body);
      return outcome.kind === 'created' ? outcome.warnings.filter((text) => text.includes('side')) : outcome;
    };
    expect(sides({ at: 1, type: 'PenaltyMissed', by: 97, with: 4 })).toEqual([]);
    expect(sides({ at: 1, type: 'PenaltyMissed', by: 97 })).toHaveLength(1);
    expect(sides({ at: 1, type: 'Save', by: 98 })).toEqual([]);
    expect(sides({ at: 1, type: 'Save', by: 97 })).toHaveLength(1);
  });

  it('rule SIDE-4: types that need no side never get a warning about a missing side', () => {
    for (const type of ['Start', 'Event', 'ResetMatch', 'PenaltyShootout'] as const) {
      expect(warnings({ id: 1, at: 1, type })).toEqual([]);
    }
    expect(warnings({ id: 1, at: 1, type: 'Keeper', by: 3, with: 6 })).toEqual([]);
  });

  it('rule SIDE-6: a name comes from the roster, else from scorer, else it is Unknown', () => {
    const match = play(
      game(),
      { ...goal, scorer: 'Somebody' },
      { id: 2, at: 11, type: 'Goal', by: 99, team: 1, scorer: 'Guest' },
      { id: 3, at: 12, type: 'Goal', team: 1 },
      { id: 4, at: 13, type: 'Goal', team: 1, scorer: 'Zé' },
    );
    expect(match.state).toMatchObject({
      goals: [{ scorer: 'Ana' }, { scorer: 'Guest' }, { scorer: 'Unknown' }, { scorer: 'Zé' }],
    });
    expect(eventOf(match, 3)).not.toHaveProperty('player');
    expect(eventOf(match, 4)?.player).toEqual({ name: 'Zé' });
  });
});

describe('listings', () => {
  it('rules ID-9, READ-14: lists markers in time order with the players of the roster', () => {
    const match = play(
      game(),
      { id: 2, at: 20, type: 'Goal', by: '1', with: 2, label: 'header', minute: '20', own_goal: false },
      { id: 1, at: 5, type: 'Foul', by: 99, with: 1, withType: 'junior', team: 1, scorer: 'Guest' },
    );
    expect(listingOf(match)).toEqual([
      {
        id: uuid(1),
        timestamp: '2026-11-22T10:05:00.000Z',
        type: 'Foul',
        primary_player_pc_id: '99',
        primary_player_type: null,
        secondary_player_pc_id: '1',
        secondary_player_type: 'junior',
        label: null,
        primary_player: { id: 99, name: 'Guest' },
        secondary_player: { id: 1, name: 'Kid One', type: 'junior' },
        match_id: '100_0',
        team: '1',
        scorer: 'Guest',
      },
      {
        id: uuid(2),
        timestamp: '2026-11-22T10:20:00.000Z',
        type: 'Goal',
        primary_player_pc_id: '1',
        primary_player_type: 'user',
        secondary_player_pc_id: '2',
        secondary_player_type: 'user',
        label: 'header',
        primary_player: { id: 1, name: 'Ana', type: 'user' },
        secondary_player: { id: 2, name: 'Bea', type: 'user' },
        match_id: '100_0',
        minute: '20',
        own_goal: false,
      },
    ]);
  });

  it('rule READ-14: match listings have no match_id, and a type only if it is known', () => {
    const [listed] = listingOf(play(cupMatch(), { ...goal, with: 99, team: 'home' }));
    expect(listed).toMatchObject({
      primary_player_type: 'user',
      secondary_player: { id: 99, name: null },
      team: 'home',
    });
    expect(listed).not.toHaveProperty('match_id');
    expect(listed).not.toHaveProperty('secondary_player_type');
  });

  it('rule READ-13: in game mode all types count, but only game-mode types are listed', () => {
    const bodies = CLUB_MARKER_TYPES.filter((type) => type !== 'ResetMatch').map((type, id): Body => ({
      id,
      at: id,
      type,
      by: 1,
    }));
    const match = play(game({ gameMode: true }), ...bodies);
    const listed = listingOf(match).map(({ type }) => type);
    expect(listed.sort()).toEqual(GAME_MODE_TYPES.filter((type) => type !== 'ResetMatch').sort());
    expect(boardOf(match).stats.home.shots_off_target).toBe(1);
    expect(listingOf({ ...match, fixture: game() })).toHaveLength(20);
  });

  it('rule READ-14: a marker sent without match_id is listed with its pairing, a whole-game reset with none', () => {
    const match = play(game(), { id: 2, at: -9, type: 'ResetMatch' }, goal);
    expect(listingOf(match).map(({ match_id }) => match_id)).toEqual([undefined, '100_0']);
  });
});
