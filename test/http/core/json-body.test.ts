import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goalsBody, scoresBody } from '../../../protocol/rest/game-result.ts';
import { changeBodies } from '../../../protocol/rest/managed.ts';
import { markerBody } from '../../../protocol/rest/marker.ts';
import { viewTokenBody } from '../../../protocol/rest/view-token.ts';
import { detailsOf, pathText } from '../../../src/http/core/json-body.ts';
import { jsonSyntaxError } from '../../../src/http/core/json-syntax.ts';
import { overfullMember } from '../../../src/ops/json-values.ts';

type Schema = { safeParse(value: unknown): { success: boolean; error?: { issues: Parameters<typeof detailsOf>[0] } } };

/** The details of a rejected body. */
function details(schema: Schema, body: unknown) {
  const { error } = schema.safeParse(body);
  return detailsOf(error?.issues ?? []);
}

const marker = { id: '7b1f0a3e-5f0e-4a55-9d3c-1a2b3c4d5e6f', timestamp: '2026-11-22T10:12:00Z', type: 'Goal' };

describe('the details of a rejected body', () => {
  it('rule REQ-2: name each place once, as a path into the body', () => {
    const body = {
      goals: [
        { team: '1', scorer: 'A' },
        { team: 'x', scorer: 7, minute: 'much too long for a minute', penalty: 'no' },
      ],
    };
    expect(details(goalsBody, body).map(({ path }) => path)).toEqual([
      'goals[1].team',
      'goals[1].scorer',
      'goals[1].minute',
      'goals[1].penalty',
    ]);
  });

  it('name required fields', () => {
    expect(details(markerBody('game'), {})).toEqual([
      { path: 'id', message: 'Is required: a string.' },
      { path: 'timestamp', message: 'Is required: a string.' },
      expect.objectContaining({ path: 'type' }),
    ]);
    expect(details(goalsBody, { goals: {} })).toEqual([{ path: 'goals', message: 'Must be an array.' }]);
    expect(details(scoresBody, { scores: null })).toEqual([{ path: 'scores', message: 'Must be an object.' }]);
  });

  it('give the message of the intended member of a union', () => {
    const player = {
      path: 'primary_player_pc_id',
      message: 'Must be a positive whole number of at most 15 digits, as number or string.',
    };
    expect(details(markerBody('game'), { ...marker, primary_player_pc_id: 'Ana' })).toEqual([player]);
    expect(details(markerBody('game'), { ...marker, primary_player_pc_id: -3 })).toEqual([player]);
    expect(details(markerBody('game'), { ...marker, minute: 'x'.repeat(21) })).toEqual([
      { path: 'minute', message: 'Too big: expected string to have <=20 characters' },
    ]);
    expect(details(markerBody('game'), { ...marker, minute: {} })).toEqual([
      { path: 'minute', message: expect.stringContaining('a string or a') },
    ]);
    expect(details(markerBody('game'), { ...marker, minute: 45.5 })).toEqual([
      { path: 'minute', message: 'Must be a string or a whole number.' },
    ]);
    expect(details(goalsBody, { goals: [{ team: '', scorer: 'A' }] })).toEqual([
      { path: 'goals[0].team', message: 'Must be a team number.' },
    ]);
  });

  it('rule SCORE-8: name bad keys and bad values of scores', () => {
    expect(details(scoresBody, { scores: { one: 1 } })).toEqual([
      { path: 'scores.one', message: 'Must be a team number.' },
    ]);
    const proto = JSON.parse('{"scores":{"1":1,"__proto__":2}}') as unknown;
    expect(details(scoresBody, proto)).toEqual([{ path: 'scores.__proto__', message: 'Must be a team number.' }]);
    expect(details(scoresBody, { scores: { '1': 1.5 } })).toEqual([
      { path: 'scores.1', message: 'Must be a whole number.' },
    ]);
    for (const score of [-1, 1.5, 1_000, '2', null]) {
      expect(details(scoresBody, { scores: { '1': score } })).toEqual([
        { path: 'scores.1', message: expect.stringMatching(/\w/) },
      ]);
    }
    expect(details(scoresBody, { scores: {} })).toEqual([{ path: 'scores', message: 'Must name at least one team.' }]);
  });

  it('rules REQ-2, REQ-3: name each unknown field of a body that takes no other, at its place', () => {
    expect(details(changeBodies.match, { pitch: '1', id: 7, lineups: { home: { bench: [] } } })).toEqual([
      { path: 'lineups.home.bench', message: 'Unknown field.' },
      { path: 'id', message: 'Unknown field.' },
    ]);
  });

  it('name a malformed channel', () => {
    expect(details(viewTokenBody, { channels: ['game:1', 'pitch:2'] })).toEqual([
      { path: 'channels[1]', message: 'A channel is game:ID, match:ID, club:SLUG or tournament:SLUG.' },
    ]);
  });

  it('rule REQ-9: do not list text that is repaired', () => {
    const body = { ...marker, label: 'corner\0 \ud83d', scorer: 'Zé 🎉' };
    expect(markerBody('game').parse(body)).toMatchObject({ label: 'corner \ufffd', scorer: 'Zé 🎉' });
  });

  it('write paths as data files do', () => {
    expect(pathText([])).toBe('');
    expect(pathText(['clubs', 0, 'games', 3, 'teams', 1, 'jersey_color'])).toBe(
      'clubs[0].games[3].teams[1].jersey_color',
    );
  });
});

describe('the place of a JSON syntax error', () => {
  it.each([
    ['{"a":1', 'it ends at line 1, column 7 (position 6), where a comma or the end'],
    ['{"a":foo}', 'line 1, column 6 (position 5): here a value'],
    ['{\n  "a": 1,\n}', 'line 3, column 1 (position 12): here a name in double quotes'],
    ['{a: 1}', 'line 1, column 2 (position 1): here a name in double quotes or }'],
    ['[1, 2,]', 'position 6): here a value'],
    ['{} {}', 'position 3): here nothing more'],
    ["{'a':1}", 'position 1): here a name in double quotes or }'],
    ['"half', 'position 0): here a value'],
    ['{"a" 1}', 'position 5): here a colon'],
    ['', 'it ends at line 1, column 1 (position 0), where a value'],
  ])('rule REQ-2: of %j is told with its place', (text, expected) => {
    expect(jsonSyntaxError(text)).toContain(expected);
  });

  it('is never inside text that can still become JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (json, cut) => {
        // A text that is cut short is valid up to its end, except for the token that was cut.
        const text = json.slice(0, cut % json.length);
        const position = Number(/position (\d+)/.exec(jsonSyntaxError(text))?.[1]);
        expect(text.slice(position)).toMatch(/^(?:"[^]*|[-.eE+]*|[a-z]*)$/);
        // A complete text with more text behind it is valid up to there.
        const trailed = `${json} !`;
        expect(jsonSyntaxError(trailed)).toContain(`position ${trailed.length - 1})`);
      }),
    );
  });
});

describe('the number of values in a body (rule LIMIT-15)', () => {
  /** Commas and opening brackets of the JSON text of a value. */
  const signsOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0;
    const members = Object.values(value);
    return Math.max(1, members.length) + members.reduce<number>((sum, member) => sum + signsOf(member), 0);
  };
  const overfull = (value: unknown, max: number): string | null =>
    overfullMember(Buffer.from(JSON.stringify(value)), max);

  it('is counted before it is parsed', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 4 }), (value) => {
        const bytes = Buffer.from(JSON.stringify(value));
        const count = signsOf(JSON.parse(bytes.toString()));
        // A shorter text is not counted.
        const max = Math.floor(bytes.length / 2) - 1;
        expect(overfullMember(bytes, max) !== null).toBe(count > max);
        expect(overfullMember(bytes, Math.min(max, count - 1))).not.toBeNull();
        if (count <= max) expect(overfullMember(bytes, count)).toBeNull();
      }),
    );
  });

  it('names the member that goes beyond', () => {
    const many = Array.from({ length: 50 }, () => 0);
    expect(overfull({ id: 'a', notes: { text: 'b:' }, goals: many }, 20)).toBe('goals');
    expect(overfull({ id: 'a', extra: { deep: [{ of: many }] } }, 20)).toBe('extra');
    expect(overfull(Object.fromEntries(many.map((_, nth) => [`k${nth}`, 0])), 20)).toBe('');
    expect(overfull({ id: 'a', notes: { text: 'b:' }, goals: many }, 60)).toBeNull();
  });

  it('counts no signs inside of texts', () => {
    expect(overfull({ label: 'a, [b] {c} "d" \\"'.repeat(20_000) }, 10)).toBeNull();
    expect(overfull({ label: '\\', goals: Array.from({ length: 50 }, () => 0) }, 20)).toBe('goals');
    expect(overfullMember(Buffer.from(`{"a":"${'x'.repeat(50)}`), 10), 'a text without an end').toBeNull();
  });
});
