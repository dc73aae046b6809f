// Stores what staff change in the line-up of one game or match, and moves the `seq` of the match like an import: nodes reload
// it and show `edited` (rules LINE-1 and LINE-3).
import type { LineupChange } from '../../protocol/rest/lineups.ts';
import { type MatchRef, parseChannel } from '../../protocol/wire/ids.ts';
import { changedLineup, isSameEdits, NO_EDITS } from '../match/lineup-edits.ts';
import { notFound } from '../ops/not-found.ts';
import { invalid } from '../ops/problem.ts';
import type { Sql } from '../store/driver/sql.ts';
import { transaction } from '../store/driver/transaction.ts';
import { loadFixtures } from '../store/fixtures.ts';
import { release } from '../store/log/reserve.ts';
import { lockMatches, moveMatches } from './live-matches.ts';
import { insertRows } from './rows.ts';
import { TABLES } from './tables.ts';

/** A node that stops inside the transaction blocks writes to the match for this long, ms. */
const HOLD_MS = 3_000;

/** Stores the change, unless it changes nothing. Throws Problem 404 or 422. */
export function changeLineup(sql: Sql, ref: MatchRef, change: LineupChange, token: number | null): Promise<void> {
  const parsed = parseChannel(ref);
  if (parsed?.kind !== 'game' && parsed?.kind !== 'match') throw notFound('Match');
  const { kind, id } = parsed;
  return transaction(sql, async (tx) => {
    await tx`select set_config('idle_in_transaction_session_timeout', ${String(HOLD_MS)}, true)`;
    // Reserves before reading, so that two changes at once do not lose one of them.
    const [locked] = await lockMatches(tx, [ref]);
    const fixture = (await loadFixtures(tx, kind, [id])).get(id);
    if (locked === undefined || fixture === undefined) throw notFound('Match');
    const edits = changedLineup(fixture, change);
    if (!('numbers' in edits)) throw invalid(edits);
    const isSame = isSameEdits(edits, fixture.lineupEdits ?? NO_EDITS);
    if (isSame) await release(tx, [locked.id]);
    else {
      const row = { [kind === 'game' ? 'game_id' : 'match_id']: id, edits };
      const table = kind === 'game' ? TABLES.game_lineup_edits : TABLES.match_lineup_edits;
      await insertRows(tx, table, [row], undefined, 'update');
      await moveMatches(tx, [{ ref, seq: locked.seq + 1, hand: null, token }]);
    }
  });
}
