// The history in a data file (rule DATA-15): the logs of the matches and the audit trail. An import restores the log of a match that
// is new, and the entries of the audit trail that are missing.
import type { FileLogRow, ParsedFile } from '../../protocol/data-file/data-file.ts';
import type { FileMarker } from '../../protocol/data-file/fields.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import type { StoredMarker } from '../match/command.ts';
import type { Draft } from './draft.ts';
import type { Faults } from './json-path.ts';
import { batches } from './rows.ts';
import type { Slugs } from './slugs.ts';

type FileChange = FileLogRow['changes'][number];

/** Ids of tokens in this database by their ids in the file. */
export type TokenIds = ReadonlyMap<number, number>;

/** Each row follows the one before it, and the last one ends at the match's position. */
export function checkLog(faults: Faults, place: string, log: readonly FileLogRow[], end: number): void {
  for (const [index, { after, seq, changes }] of log.entries()) {
    const before = log[index - 1];
    if (before && before.seq !== after)
      faults.add(`${place}[${index}].after`, `Must be ${before.seq}: the row before ends there.`);
    if (seq < after + changes.length)
      faults.add(`${place}[${index}].seq`, 'Must be greater: each change adds one to it.');
  }
  const last = log.at(-1);
  if (last && last.seq !== end) faults.add(`${place}[${log.length - 1}].seq`, `Must be ${end}, as live.seq.`);
}

/** The ids of all tokens in the logs of the file. */
export function loggedTokens({ clubs, tournaments }: ParsedFile): readonly number[] {
  const ids = new Set<number>();
  const played = [...clubs.flatMap(({ games }) => games ?? []), ...tournaments.flatMap(({ matches }) => matches ?? [])];
  for (const { live } of played)
    for (const { changes } of live?.log ?? []) for (const { token } of changes) if (token !== undefined) ids.add(token);
  return [...ids];
}

/** Rows of one statement: they are longer than those of other tables. */
const LOG_BATCH = 200;

/** Inserts the logs of new matches. A change of a token that is gone has no token. */
export async function writeLogs(
  { sql, maybeYield }: Draft,
  results: readonly { readonly ref: MatchRef; readonly log?: readonly FileLogRow[] }[],
  tokenIds: TokenIds,
): Promise<void> {
  const rows = results.flatMap(({ ref, log = [] }) => log.map((row) => ({ ref, ...row })));
  for (const some of batches(rows, LOG_BATCH)) {
    const stored = some.map((row) => ({
      ...row,
      changes: row.changes.map((change) => storedChange(change, tokenIds)),
    }));
    await sql`
      insert into match_log (match, after, at, seq, changes)
      select l.id, r.after, r.at, r.seq, r.changes
      from json_to_recordset(${JSON.stringify(stored)}::text::json)
        as r(ref text, after integer, at bigint, seq integer, changes json)
      join live_match l on l.ref = r.ref`;
    await maybeYield();
  }
}

/** In the form of `StoredChange` (src/match/log-row.ts). */
function storedChange(change: FileChange, tokenIds: TokenIds): object {
  const { token: given, ...rest } = change;
  const token = given === undefined ? undefined : tokenIds.get(given);
  if ('edited' in rest) return withoutUndefined({ token, ...rest });
  return withoutUndefined({ token, ...rest, put: rest.put?.map(storedMarker) });
}

const storedMarker = ({ marker, arrival = 0, touched = 0 }: FileMarker): StoredMarker => ({
  ...marker,
  arrival,
  touched,
});

/** A row of the table `audit` without its id; `place`: where it stands in the file. */
export type AuditRow = Readonly<Record<'at' | 'user_name' | 'action' | 'subject', number | string>> & {
  readonly user_id: number | null;
  readonly club_id: number | null;
  readonly tournament_id: number | null;
  readonly owner_id: number | null;
};

export function draftAudit(
  { users }: Draft,
  { audit }: ParsedFile,
  { clubs, tournaments }: { readonly clubs: Slugs; readonly tournaments: Slugs },
): readonly AuditRow[] {
  return audit.map(({ club = null, tournament = null, user_id = null, owner_id = null, ...rest }, index) => {
    const place = `audit[${index}]`;
    users.mustExist(user_id, `${place}.user_id`);
    users.mustExist(owner_id, `${place}.owner_id`);
    return {
      ...rest,
      user_id,
      owner_id,
      club_id: clubs.find(club, `${place}.club`),
      tournament_id: tournaments.find(tournament, `${place}.tournament`),
    };
  });
}

/** Inserts the entries that are missing, in the order of the file. */
export async function writeAuditTrail({ sql }: Draft, rows: readonly AuditRow[]): Promise<void> {
  for (const some of batches(rows)) {
    const placed = some.map((row, place) => ({ ...row, place }));
    await sql`
      insert into audit (at, user_id, user_name, action, subject, club_id, tournament_id, owner_id)
      select r.at, r.user_id, r.user_name, r.action, r.subject, r.club_id, r.tournament_id, r.owner_id
      from json_to_recordset(${JSON.stringify(placed)}::text::json)
        as r(at bigint, user_id bigint, user_name text, action text, subject text, club_id bigint, tournament_id bigint,
          owner_id bigint, place integer)
      where not exists (
        select from audit a where a.at = r.at and a.action = r.action and a.subject = r.subject
          and a.user_name = r.user_name
          and (a.user_id, a.club_id, a.tournament_id, a.owner_id) is not distinct from
            (r.user_id, r.club_id, r.tournament_id, r.owner_id))
      order by r.place`;
  }
}
