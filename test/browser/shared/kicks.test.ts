// A saved kick names its goalkeeper first. Pages never show the goalkeeper as the player who missed.
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { NO_FACTS } from '../../../protocol/rest/facts.ts';
import type { BoardEvent, MatchBoard } from '../../../protocol/wire/board.ts';
import { isSavedKick, takerOf, takersOf } from '../../../src/browser/shared/kicks.ts';
import { en } from '../../../src/browser/shared/lang/en.ts';
import { LowerThird } from '../../../src/browser/overlay/lower-third.tsx';
import { readOverlay } from '../../../src/browser/overlay/options.ts';
import { sceneOf } from '../../../src/browser/overlay/scene.ts';
import { entry, stateWith } from '../../support/match-with-shows.ts';
import { shownBoard } from '../../support/shown-state.ts';

const keeper = { id: 3, name: 'Eva Lopes', type: 'user' } as const;
const taker = { id: 1, name: 'Ana Silva', type: 'user' } as const;
const keepers: MatchBoard['keepers'] = { away: { ...keeper, saves: 0 } };

test.each<[string, Partial<BoardEvent>, boolean, string | null]>([
  ['goalkeeper and taker', { player: keeper, second_player: taker }, true, 'Ana Silva'],
  ['the goalkeeper alone', { player: keeper }, true, null],
  ['the taker alone', { player: taker }, false, 'Ana Silva'],
  ['no player', {}, false, null],
])('rule STAT-4: a missed penalty that names %s', (_whom, named, isSaved, name) => {
  const event = entry('PenaltyMissed', named);
  expect(isSavedKick(event, keepers)).toBe(isSaved);
  expect(takerOf(event, keepers)).toBe(name);
});

test('rule STAT-4: the taker of a saved kick of a shootout is in the list of takers, not the goalkeeper', () => {
  const board = shownBoard('a shootout');
  const missed = Object.entries(board.events).find(([, { type }]) => type === 'PenaltyMissed');
  if (missed?.[1].team === undefined) throw new Error('no missed kick');
  const [key, kick] = missed;
  const events = { ...board.events, [key]: { ...kick, player: keeper, second_player: taker } };
  const takers = takersOf({ ...board, events }, missed[1].team);
  expect(takers).toContain('Ana Silva');
  expect(takers).not.toContain('Eva Lopes');
});

test('rule STAT-4: the line of a saved penalty is about the goalkeeper and the side of the goalkeeper', () => {
  const state = stateWith({ p: entry('PenaltyMissed', { player: keeper, second_player: taker }) });
  const scene = sceneOf(state, { options: readOverlay('').values, words: en, now: Date.now });
  if (scene === null) throw new Error('no scene');
  const text = renderToString(h(LowerThird, { scene, facts: NO_FACTS })).replaceAll(/<[^>]*>/g, ' ');
  expect(text).toMatch(new RegExp(`Penalty saved\\s+· ${scene.sides.away.name}\\s+41’ Eva Lopes`));
});
