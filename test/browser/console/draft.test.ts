// The draft of a marker: its details as they are edited, and its id.
import { describe, expect, it } from 'vitest';
import { creditedSide, draftOf, withDetails } from '../../../src/browser/console/draft.ts';
import type { Player } from '../../../src/browser/console/fixture.ts';
import { markerId } from '../../../src/browser/console/marker-id.ts';
import { isUuid } from '../../../protocol/wire/ids.ts';
import { AT, draft, event } from '../../support/outbox-samples.ts';

const player = (id: number | null, side: 'home' | 'away', name: string): Player => ({
  id,
  type: id === null ? null : 'user',
  name,
  number: id,
  side,
  isStarter: true,
  isCaptain: false,
  isKeeper: false,
});

describe('the details of a marker', () => {
  it('name a player of the roster by id and a guest by name', () => {
    expect(withDetails(draft(), { primary: player(6, 'home', 'Pia') })).toMatchObject({
      primary_player_pc_id: '6',
      primary_player_type: 'user',
    });
    const guest = withDetails(draft({ primary_player_pc_id: '6' }), { primary: player(null, 'home', 'Zé') });
    expect(guest).toEqual({ ...draft(), scorer: 'Zé' });
  });

  it('turn a goal into an own goal that counts for the same side, and back', () => {
    const own = withDetails(draft({ primary_player_pc_id: '6' }), { ownGoal: true });
    expect(own).toEqual({ ...draft(), team: 'away', own_goal: true });
    expect(creditedSide(own)).toBe('home');
    const named = withDetails(draft(), { ownGoal: true, primary: player(4, 'away', 'Dan') });
    expect(named).toEqual({ ...own, primary_player_pc_id: '4', primary_player_type: 'user' });
    expect(withDetails(own, { ownGoal: false })).toEqual({ ...draft(), own_goal: false });
  });

  it('keep the displayed minute when an entry of another phone is edited', () => {
    const seen = event('Goal', 5, {
      minute: '12',
      own_goal: true,
      label: 'Header',
      player: { id: 4, name: 'Dan', type: 'user' },
    });
    expect(draftOf('x', seen, '100_0')).toEqual({
      id: 'x',
      timestamp: seen.at,
      type: 'Goal',
      match_id: '100_0',
      team: 'away',
      own_goal: true,
      primary_player_pc_id: '4',
      primary_player_type: 'user',
      minute: '12',
      label: 'Header',
    });
  });

  it('move an entry in time', () => {
    expect(withDetails(draft(), { at: AT - 30_000 }).timestamp).toBe('2026-11-22T09:59:30.000Z');
  });
});

it('ids are UUIDs that sort by the time at which they were made, also without randomUUID in the browser', () => {
  const { randomUUID } = crypto;
  try {
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const start = Date.UTC(2026, 10, 22, 10);
    const ids = Array.from({ length: 200 }, (_, index) => markerId(start + index + 0.5));
    expect(ids.every(isUuid)).toBe(true);
    expect(new Set(ids.map((id) => id.slice(15))).size).toBe(200);
    expect([...ids].sort()).toEqual(ids);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  } finally {
    Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
  }
});
