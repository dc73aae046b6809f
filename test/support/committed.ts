// Commits to a store without a gateway, as the live layer does.
import type { MarkerType } from '../../protocol/wire/marker.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { Marker } from '../../protocol/rest/marker.ts';
import type { Command } from '../../src/match/command.ts';
import { applyChange, decide, openMatch } from '../../src/match/match.ts';
import type { Sql } from '../../src/store/driver/sql.ts';
import { COMMIT_DEFAULTS, type LoggedChange, openCommitter, type Write } from '../../src/store/log/append.ts';
import { storedMatch } from './filled-store.ts';
import { uuid } from './uuid.ts';
import { PLAYED_KICK_OFF } from './world/world-with-results.ts';

/** A marker by its number, `minute` after the kick-off of the played game. */
export const marker = (number: number, type: MarkerType, minute: number, more: Partial<Marker> = {}): Command => ({
  kind: 'record',
  repeat: 'update',
  marker: { id: uuid(number).toUpperCase(), key: uuid(number), at: PLAYED_KICK_OFF + minute * 60_000, type, ...more },
});

/** Decides the commands one after the other, on top of what is stored. Throws when one is refused. */
export async function decided(sql: Sql, ref: MatchRef, commands: readonly Command[], tokenId: number | null = null) {
  const stored = await storedMatch(sql, ref);
  let match = openMatch(stored);
  const changes: LoggedChange[] = [];
  for (const command of commands) {
    const { change, outcome } = decide(match, command, Date.now());
    if (outcome.kind === 'refused') throw new Error(`${ref} refuses ${JSON.stringify(command)}.`);
    if (change === null) continue;
    changes.push({ change, tokenId });
    match = applyChange(match, change);
  }
  const { id, seq, at } = stored;
  return { ref, id, expected: { seq, at }, changes } satisfies Write;
}

/** Commits these writes together: one statement, one row for each match. */
export function commitTogether(sql: Sql, writes: readonly Write[]) {
  const committer = openCommitter(sql, { ...COMMIT_DEFAULTS, inFlight: 1 });
  return Promise.all(writes.map(committer.commit));
}

/** Decides the commands and commits them as one row. */
export async function committed(sql: Sql, ref: MatchRef, commands: readonly Command[]): Promise<void> {
  const write = await decided(sql, ref, commands);
  const [result] = write.changes.length === 0 ? ['committed'] : await commitTogether(sql, [write]);
  if (result !== 'committed') throw new Error(`${ref} was moved by another writer.`);
}
