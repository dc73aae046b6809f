// The phone's stored values beside the outbox.
import type { BoardState } from '../../../protocol/wire/board.ts';
import type { Fixture } from './fixture.ts';
import type { Format } from './local-board.ts';
import type { TokenKind } from './token-kind.ts';
import type { Warnings } from './marker-warnings.ts';
import type { PhoneDatabase } from './phone-database.ts';

/** Values by key: one value for the phone, or one per channel. */
type StoredValues = {
  readonly token: string;
  /** The server's time minus the phone's, ms, as last measured. */
  readonly offset: number;
  readonly theme: 'dark' | 'sunlight';
  /** The matches found last. They can be picked without a network. */
  readonly fixtures: readonly Fixture[];
  readonly warnings: Warnings;
  /** What the token is: `account` is a connected app. */
  readonly token_kind: TokenKind;
  [fixture: `fixture ${string}`]: Fixture;
  [state: `state ${string}`]: BoardState;
  [format: `format ${string}`]: Format;
  /** Key of the pairing scored last. */
  [pairing: `pairing ${string}`]: string;
  /** Ids of the markers made on this phone. */
  [mine: `mine ${string}`]: readonly string[];
};

export function openPhoneStore(database: PhoneDatabase) {
  async function set<K extends keyof StoredValues>(key: K, value: StoredValues[K] | null): Promise<void> {
    await database.use<unknown>((connection) =>
      value === null ? connection.delete('kept', key) : connection.put('kept', value, key),
    );
  }
  return {
    get: async <K extends keyof StoredValues>(key: K): Promise<StoredValues[K] | null> =>
      ((await database.use((connection) => connection.get('kept', key))) as StoredValues[K] | undefined) ?? null,
    set,
    /** Stores what the console can do without. On a full phone it is not stored. */
    keep: <K extends keyof StoredValues>(key: K, value: StoredValues[K]): Promise<void> =>
      set(key, value).catch(() => undefined),
  };
}
