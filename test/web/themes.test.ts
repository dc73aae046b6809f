// Which club or tournament has the themes of a channel, and what a node keeps of them.
import { expect, test } from 'vitest';
import { parseChannel } from '../../protocol/wire/ids.ts';
import type { ThemeSettings } from '../../src/browser/shared/theme.ts';
import { storeAway } from '../../src/ops/problem.ts';
import type { MatchScope } from '../../src/store/match-scopes.ts';
import { cachedThemes, themeOwnerOf } from '../../src/web/themes.ts';

const GAME: MatchScope = { kind: 'game', clubSlug: 'reds' };
const MATCH: MatchScope = { kind: 'match', tournament: { slug: 'cup' }, authorizedClubs: ['reds'] };

test.each([
  ['club:reds', null, { kind: 'club', slug: 'reds' }],
  ['tournament:cup', null, { kind: 'tournament', slug: 'cup' }],
  ['game:100', GAME, { kind: 'club', slug: 'reds' }],
  ['match:701', MATCH, { kind: 'tournament', slug: 'cup' }],
  ['match:701', null, null],
])('the themes of %s', (channel, scope, owner) => {
  const parsed = parseChannel(channel);
  expect(parsed && themeOwnerOf(parsed, scope)).toEqual(owner);
});

const REDS = { kind: 'club', slug: 'reds' } as const;

test('many pages ask for a theme once, and an impossible name asks for nothing', async () => {
  const asked: string[] = [];
  const find = cachedThemes(async ({ slug }, name) => {
    asked.push(`${slug} ${name}`);
    return name === 'sunday' ? { style: 'pill' } : null;
  });
  const answers = await Promise.all(['sunday', 'sunday', 'other', 'Sunday!', ''].map((name) => find(REDS, name)));
  expect(answers).toEqual([{ style: 'pill' }, { style: 'pill' }, null, null, null]);
  expect(asked).toEqual(['reds sunday', 'reds other']);
});

test('rule PAGE-33: a page gets its theme however many other names are asked for meanwhile', async () => {
  const answers: (() => void)[] = [];
  const find = cachedThemes(() => new Promise((resolve) => answers.push(() => resolve({ style: 'pill' }))));
  const asked = Array.from({ length: 1_500 }, (_, index) => find(REDS, `theme-${index}`));
  for (const answer of answers) answer();
  expect(answers).toHaveLength(asked.length);
  expect(new Set((await Promise.all(asked)).map((theme) => theme?.['style']))).toEqual(new Set(['pill']));
});

test('rule PAGE-33: without the database a page keeps the theme that was read last, and other faults are not hidden', async () => {
  let now = 1_000;
  let answer = (): Promise<ThemeSettings | null> => Promise.resolve({ style: 'pill' });
  const find = cachedThemes(() => answer(), { now: () => now });
  expect(await find(REDS, 'sunday')).toEqual({ style: 'pill' });
  answer = () => Promise.reject(storeAway(new Error('away')));
  now += 60_000;
  expect([await find(REDS, 'sunday'), await find(REDS, 'other')]).toEqual([{ style: 'pill' }, null]);
  answer = () => Promise.resolve({ style: 'box' });
  expect(await find(REDS, 'sunday')).toEqual({ style: 'pill' });
  now += 1_000;
  expect(await find(REDS, 'sunday')).toEqual({ style: 'box' });
  answer = () => Promise.reject(new Error('broken'));
  now += 1_000;
  await expect(find(REDS, 'sunday')).rejects.toThrow('broken');
});
