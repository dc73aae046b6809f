// Names in a text (rules NAME-2, NAME-6): any name may stand in a pattern.
import { expect, it } from 'vitest';
import { nameKey, wholeWords } from '../../src/match/whole-words.ts';
import { type Body, eventOf, game, play } from '../support/play.ts';

it.each(['Ana-Maria', "D'Arc", 'Zé (guest)', 'a.b*c+d?e^f$g{h}i|j[k]l\\m/n', '李 小龙', '-', '(!)'])(
  '%s is found as whole words only',
  (name) => {
    const pattern = wholeWords(['Ana', name]);
    expect(`by ${name}, ${name}!`.replaceAll(pattern, '#')).toBe('by #, #!');
    expect(`x${name}x Anabel`.replaceAll(pattern, '#')).toBe(`x${name}x Anabel`);
  },
);

/** One name, as different keyboards and clients write it. */
const SPELLINGS = ['Zo\u00e9 Petit', 'Zoe\u0301 Petit', 'ZO\u00c9 PETIT', 'zoe\u0301  petit', 'Zo\u00e9\u00a0Petit'];

it.each(SPELLINGS)('%j is one name with its other spellings', (name) => {
  expect(SPELLINGS.map(nameKey)).toEqual(SPELLINGS.map(() => nameKey(name)));
  for (const other of SPELLINGS) expect(`by ${other}!`.replaceAll(wholeWords([name]), '#')).toBe('by #!');
});

it.each([
  ['Lukas Gro\u00df', 'LUKAS GROSS'],
  [
    '\u039d\u03af\u03ba\u03bf\u03c2 \u03a0\u03b1\u03c0\u03ac\u03c2',
    '\u039d\u038a\u039a\u039f\u03a3 \u03a0\u0391\u03a0\u0386\u03a3',
  ],
])('%s is %s in capitals, and either is found by the other', (name, capitals) => {
  expect(nameKey(capitals)).toBe(nameKey(name));
  expect(`by ${capitals}!`.replaceAll(wholeWords([name]), '#')).toBe('by #!');
  if (capitals.length === name.length) expect(`by ${name}!`.replaceAll(wholeWords([capitals]), '#')).toBe('by #!');
});

it('a name is not found where an accent of its own goes on with the word', () => {
  expect('Jose and Jose\u0301'.replaceAll(wholeWords(['Jose']), '#')).toBe('# and Jose\u0301');
});

it('a name of one word is found in its own letter case only: it may be a common word', () => {
  expect('Will scores, he will again'.replaceAll(wholeWords(['Will']), '#')).toBe('# scores, he will again');
});

it.each(SPELLINGS)('rule NAME-2: a junior whom a scorekeeper writes %j is named by the policy', (written) => {
  const fixture = game({
    publicNames: 'initials',
    players: [{ type: 'junior', id: 1, name: 'Zo\u00e9 Petit', team: 2 }],
  });
  const body: Body = { id: 1, at: 1, type: 'Goal', team: 2, scorer: written, label: `${written} again` };
  const match = play(fixture, body);
  expect(eventOf(match, 1)).toMatchObject({ player: { name: 'Z. P.' }, label: 'Z. P. again' });
  expect(match.state).toMatchObject({ goals: [{ scorer: 'Z. P.' }] });
});

it('a junior with a hyphen in the name is named by the policy', () => {
  const fixture = game({
    publicNames: 'initials',
    players: [{ type: 'junior', id: 1, name: 'Ana-Maria Sousa', team: 2 }],
  });
  const match = play(fixture, { id: 1, at: 1, type: 'Goal', by: 1, byType: 'junior', label: 'Ana-Maria Sousa again' });
  expect(JSON.stringify(match.state)).not.toContain('Maria');
  expect(eventOf(match, 1)?.player?.name).toBe('A. S.');
});
