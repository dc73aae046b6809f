// The live part of an exported game or match: its position, markers and manual result, and its log (rules DATA-12, DATA-15).
import { toLoggedMarker } from '../../protocol/rest/match-log.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { isoTime } from '../../protocol/wire/iso-time.ts';
import type { ManualResult, StoredMarker } from '../match/command.ts';
import { completed, type LogRow, type StoredChange } from '../match/log-row.ts';
import type { ISql } from '../store/driver/sql.ts';
import { tailSql } from '../store/log/tail.ts';
import { markersSql } from '../store/results.ts';
import type { Json, Row } from './rows.ts';

type Live = {
  readonly seq: number;
  readonly hand: ManualResult;
  readonly markers: readonly StoredMarker[];
  readonly log: readonly (LogRow & { readonly after: number })[] | null;
};

/** The live parts by match; only of matches with a position: the others have nothing that the file does not say. */
export async function readLive(
  sql: ISql,
  refs: readonly MatchRef[],
  { history }: { readonly history: boolean },
): Promise<ReadonlyMap<MatchRef, Live>> {
  const log = history
    ? sql`(select json_agg(json_build_object('after', r.after, 'seq', r.seq, 'at', r.at, 'changes', r.changes) order by r.after)
        from match_log r where r.match = l.id and r.seq > r.after)`
    : sql`null`;
  const rows = await sql<(Live & { ref: MatchRef; tail: readonly LogRow[] | null })[]>`
    select l.ref, l.seq, l.hand, ${markersSql(sql)} as markers, ${tailSql(sql)} as tail, ${log} as log
    from live_match l join match_position p on p.id = l.id
    where p.seq > 0 and l.ref = any(${refs as MatchRef[]})`;
  return new Map(rows.map(({ tail, ...checkpoint }) => [checkpoint.ref, completed(checkpoint, tail)]));
}

/** The live part as fields of the file; none for a match without one. Only games have a manual result. */
export const liveFields = (played: Live | undefined, kind: 'game' | 'match'): Row =>
  played === undefined
    ? {}
    : {
        markers: played.markers.map(markerOf),
        live: {
          seq: played.seq,
          ...(kind === 'game' ? { hand: played.hand as Json } : {}),
          ...(played.log && { log: played.log.map(rowOf) }),
        },
      };

const rowOf = ({ at, changes, ...row }: LogRow & { readonly after: number }): Json => ({
  ...row,
  at: isoTime(at),
  changes: changes.map(changeOf),
});

function changeOf(change: StoredChange): Json {
  if ('edited' in change) {
    const { erased: _, ...edit } = change;
    return edit as unknown as Row;
  }
  const { at, put, ...rest } = change;
  return { ...(rest as unknown as Row), at: isoTime(at), ...(put && { put: put.map(markerOf) }) };
}

/** A marker as it is posted, with its arrival and last write. */
const markerOf = (marker: StoredMarker): Json => {
  const { arrival, touched } = marker;
  return { ...toLoggedMarker(marker), arrival, touched } as Row;
};
