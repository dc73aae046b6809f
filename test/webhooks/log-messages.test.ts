// The messages of a log while the data of its match changes.
import { expect, test } from 'vitest';
import type { GameFixture } from '../../src/match/fixture.ts';
import type { StoredMatch } from '../../src/match/match.ts';
import type { StoredEntry } from '../../src/store/log/read.ts';
import { openLogMessages } from '../../src/webhooks/log-messages.ts';
import { empty, game, send } from '../support/play.ts';

test('rule HOOK-4: messages that were read before the data changed are not kept', async () => {
  const { match, decision } = send(empty(game()), { at: 10, type: 'Goal', by: 1 });
  const { change } = decision;
  if (change === null) throw new Error('The goal changes the match.');
  const players = game().players.map((player) =>
    player.name === 'Ana' ? { ...player, name: 'Deleted player' } : player,
  );
  const storedAs = (fixture: GameFixture): StoredMatch => ({
    fixture,
    seq: 1,
    markers: [...match.markers.values()],
    hand: {},
  });
  const loads: ((stored: StoredMatch) => void)[] = [];
  const messages = openLogMessages({
    loadMatch: () => new Promise((resolve) => loads.push(resolve)),
    readPosition: () => Promise.resolve({ epoch: 'a', seq: 1, at: change.at }),
    readEntries: () => Promise.resolve([{ seq: 1, at: change.at, change, token: null }]),
    readWholeLog: () => Promise.resolve([{ seq: 1, change }]),
  });
  const read = async (fixture: GameFixture, meanwhile = (): void => undefined): Promise<string> => {
    const reading = messages.after('game:100', 0);
    await expect.poll(() => loads).toHaveLength(1);
    meanwhile();
    loads.shift()?.(storedAs(fixture));
    return JSON.stringify(await reading);
  };
  expect(await read(game(), messages.forget)).toContain('Ana');
  expect(await read(game({ players }))).toContain('Deleted player');
});

test('rule HOOK-4: messages that were read before another node changed the data are not kept', async () => {
  const { match, decision } = send(empty(game()), { at: 10, type: 'Goal', by: 1 });
  const { change } = decision;
  if (change === null) throw new Error('The goal changes the match.');
  const renamed = game({ players: game().players.map((player) => ({ ...player, name: 'Deleted player' })) });
  const log: StoredEntry[] = [{ seq: 1, at: change.at, change, token: null }];
  let fixture = game();
  const messages = openLogMessages({
    loadMatch: () => Promise.resolve({ fixture, seq: log.length, markers: [...match.markers.values()], hand: {} }),
    readPosition: () => Promise.resolve({ epoch: 'a', seq: log.length, at: change.at }),
    readEntries: (_ref, after) => Promise.resolve(log.slice(after)),
    readWholeLog: () => Promise.resolve(log),
  });
  expect(JSON.stringify(await messages.after('game:100', 0))).toContain('Ana');
  fixture = renamed;
  log.push({ seq: 2, at: change.at, change: { edited: true }, token: null });
  expect(JSON.stringify(await messages.after('game:100', 0))).not.toContain('Ana');
});
