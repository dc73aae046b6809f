// Names in a text (rules NAME-2, NAME-6): any name may stand in a pattern.
import { expect, it } from 'vitest';
import { wholeWords } from '../../src/match/whole-words.ts';
import { eventOf, game, play } from '../support/play.ts';

it.each(['Ana-Maria', "D'Arc", 'Zé (guest)', 'a.b*c+d?e^f$g{h}i|j[k]l\\m/n', '李 小龙', '-', '(!)'])(
  '%s is found as whole words only',
  (name) => {
    const pattern = wholeWords(['Ana', name]);
    expect(`by ${name}, ${name}!`.replaceAll(pattern, '#')).toBe('by #, #!');
    expect(`x${name}x Anabel`.replaceAll(pattern, '#')).toBe(`x${name}x Anabel`);
  },
);

it('a junior with a hyphen in the name is named by the policy', () => {
  const fixture = game({
    publicNames: 'initials',
    players: [{ type: 'junior', id: 1, name: 'Ana-Maria Sousa', team: 2 }],
  });
  const match = play(fixture, { id: 1, at: 1, type: 'Goal', by: 1, byType: 'junior', label: 'Ana-Maria Sousa again' });
  expect(JSON.stringify(match.state)).not.toContain('Maria');
  expect(eventOf(match, 1)?.player?.name).toBe('A. S.');
});
