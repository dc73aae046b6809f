// Rule OPS-18: the players of a large club are made in pieces, those of a small one at once.
import { expect, it } from 'vitest';
import { openClubPlayers } from '../../src/resources/club-players.ts';
import type { MemberRow } from '../../src/store/club-profile.ts';
import { countTurns } from '../support/count-turns.ts';

const members = (count: number): readonly MemberRow[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    slug: `player-${index + 1}`,
    name: `Émile "${index + 1}"`,
    avatar_url: null,
    jersey_number: null,
    club_position: null,
    effective_position: null,
    preferred_position: null,
    secondary_positions: [],
    skill_level: 'beginner',
    role: 'Member',
    joined_at: index * 1_000,
  }));
const openPlayers = (all: readonly MemberRow[]) => openClubPlayers(all, () => 'https://touchline.example');

it.each([0, 1, 200])('makes %i players at once', (count) => {
  const players = openPlayers(members(count));
  expect(players.prepared(() => JSON.parse(players.json().toString()) as unknown)).toHaveLength(count);
});

it('rule OPS-18: makes 20,000 players in many turns, once for all that ask', async () => {
  const all = members(20_000);
  const players = openPlayers(all);
  const turns = countTurns();
  const [first, second] = await Promise.all([players.prepared(players.json), players.prepared(players.json)]);
  expect(turns.stop()).toBeGreaterThanOrEqual(5);
  expect(second).toBe(first);
  const list = JSON.parse(first.toString()) as readonly Record<string, unknown>[];
  expect(list.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(list.at(-1)).toEqual({
    ...all.at(-1),
    joined_at: new Date(19_999_000).toISOString(),
    profile_url: 'https://touchline.example/players/player-20000',
  });
  expect(players.prepared(players.json), 'at once from now on').toBe(first);
});
