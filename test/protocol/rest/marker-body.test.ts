// The bodies of the REST interface: times, lengths, unknown keys.
import { describe, expect, it } from 'vitest';
import { goalsBody, scoresBody } from '../../../protocol/rest/game-result.ts';
import { LABEL_MAX, NAME_MAX, parseTime } from '../../../protocol/rest/fields.ts';
import { MINUTE_MAX } from '../../../protocol/wire/minute.ts';
import { markerBody } from '../../../protocol/rest/marker.ts';
import { viewTokenBody } from '../../../protocol/rest/view-token.ts';

const body = { id: '2f1c0c3e-7f4b-4a55-9d5c-0b6f5a3f7b11', timestamp: '2026-11-22T10:12:00Z', type: 'Goal' };
const takes = (more: object): boolean => markerBody('game').safeParse({ ...body, ...more }).success;

describe('rule TIME-2: a timestamp', () => {
  it.each([
    ['2026-11-22T10:12:00Z', Date.UTC(2026, 10, 22, 10, 12)],
    ['2026-11-22T10:12:00', Date.UTC(2026, 10, 22, 10, 12)],
    ['2026-11-22 10:12', Date.UTC(2026, 10, 22, 10, 12)],
    ['2026-11-22T10:12:00+01:30', Date.UTC(2026, 10, 22, 8, 42)],
    ['2026-11-22T10:12:00-0500', Date.UTC(2026, 10, 22, 15, 12)],
    ['2026-11-22T10:12:00+23:59', Date.UTC(2026, 10, 21, 10, 13)],
    ['2026-11-22T10:12:00.1239Z', Date.UTC(2026, 10, 22, 10, 12, 0, 123)],
    ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
  ])('%s is %i', (text, at) => {
    expect(parseTime(text)).toBe(at);
    expect(markerBody('match').parse({ ...body, timestamp: text }).at).toBe(at);
  });

  it.each([
    '0045-01-01T00:00:00Z',
    '1000-01-01T00:00:00+14:00',
    '2026-11-22',
    '10:12',
    '2026-02-30T10:00:00Z',
    '2026-11-22T24:01:00Z',
    '2026-11-22T10:12:00+24:00',
    '2026-11-22T10:12:00-01:60',
    '2026-11-22T10:12:00+9999',
    'yesterday',
    '',
    '1763805012000',
  ])('%j is none', (text) => {
    expect(parseTime(text)).toBe(null);
    expect(takes({ timestamp: text })).toBe(false);
  });
});

describe('rule ID-9: a player id', () => {
  const longest = 999_999_999_999_999;
  it.each([1, longest, '7', '007', String(longest)])('%j is one', (id) => {
    expect(markerBody('game').parse({ ...body, primary_player_pc_id: id }).primary).toEqual({ id: Number(id) });
    expect(goalsBody.safeParse({ goals: [{ team: '1', scorer: 'Ana', user_id: id }] }).success).toBe(true);
  });

  it.each([0, -1, 1.5, longest + 1, '0', '', '-1', '1e3', ` 1`, `0${longest}`, `${longest}0`])('%j is none', (id) => {
    expect(takes({ primary_player_pc_id: id })).toBe(false);
    expect(takes({ secondary_player_pc_id: id })).toBe(false);
    expect(goalsBody.safeParse({ goals: [{ team: '1', scorer: 'Ana', assister_user_id: id }] }).success).toBe(false);
  });
});

describe('rule LIMIT-4: lengths', () => {
  it.each([
    ['label', LABEL_MAX, 2_000],
    ['scorer', NAME_MAX, 200],
    ['minute', MINUTE_MAX, 20],
  ])('a %s may have %i characters', (field, max, expected) => {
    expect(max).toBe(expected);
    expect(takes({ [field]: 'x'.repeat(max) })).toBe(true);
    expect(takes({ [field]: 'x'.repeat(max + 1) })).toBe(false);
  });

  it('a goal list may have 500 entries, scores 100 teams, a view token 100 channels', () => {
    const goals = Array.from({ length: 501 }, () => ({ team: '1', scorer: 'Ana' }));
    expect(goalsBody.safeParse({ goals: goals.slice(1) }).success).toBe(true);
    expect(goalsBody.safeParse({ goals }).success).toBe(false);
    const scores = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, 1]));
    expect(scoresBody.safeParse({ scores: scores(100) }).success).toBe(true);
    expect(scoresBody.safeParse({ scores: scores(101) }).success).toBe(false);
    const channels = Array.from({ length: 101 }, (_, index) => `game:${index + 1}`);
    expect(viewTokenBody.safeParse({ channels: channels.slice(1) }).success).toBe(true);
    expect(viewTokenBody.safeParse({ channels }).success).toBe(false);
  });
});

it('rule REQ-3: unknown keys are ignored', () => {
  expect(markerBody('game').parse({ ...body, device: 'phone' })).toEqual(markerBody('game').parse(body));
  expect(scoresBody.parse({ scores: { '1': 2 }, device: 'phone' })).toEqual({ scores: { '1': 2 } });
});
