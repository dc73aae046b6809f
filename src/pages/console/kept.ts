// What the phone remembers beside the outbox.
import type { BoardState } from '../../../protocol/board.ts';
import type { Fixture } from './fixture.ts';
import type { Format } from './local-board.ts';
import type { PhoneDatabase } from './outbox.ts';

/** By key: one value each, or one for each channel. */
export type Kept = {
  readonly token: string;
  /** Server time minus the phone's, ms, as last measured. */
  readonly offset: number;
  readonly theme: 'dark' | 'sunlight';
  /** Matches found last, to be picked without a network. */
  readonly fixtures: readonly Fixture[];
  [fixture: `fixture ${string}`]: Fixture;
  [state: `state ${string}`]: BoardState;
  [format: `format ${string}`]: Format;
  /** Ids of the markers made on this phone. */
  [mine: `mine ${string}`]: readonly string[];
};

export type Memory = ReturnType<typeof openMemory>;

export function openMemory(database: PhoneDatabase) {
  return {
    recall: async <K extends keyof Kept>(key: K): Promise<Kept[K] | null> =>
      ((await database.get('kept', key)) as Kept[K] | undefined) ?? null,
    async keep<K extends keyof Kept>(key: K, value: Kept[K] | null): Promise<void> {
      await (value === null ? database.delete('kept', key) : database.put('kept', value, key));
    },
  };
}
