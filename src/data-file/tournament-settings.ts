// Creates tournaments for the staff of a club, and changes their settings (rule PLAN-7).
import { SERVICE_IDS_FROM } from '../../protocol/rest/managed.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { formatted, without } from './file-shapes.ts';
import { applyEntries, type ManagedFields, nextIds, slugOf } from './managed-apply.ts';
import { audit, keepKey, managing, type OwnerTarget, requireVersion, rowOfKey } from './managed-changes.ts';
import { etagOf } from './managed-rows.ts';
import type { Row } from './rows.ts';

export type Settings = {
  readonly file: Row;
  readonly etag: string;
  readonly isOfService: boolean;
  readonly isNew: boolean;
  readonly affected: readonly MatchRef[];
};

/** The same `key` again gives the tournament of the first time. Throws Problem 404, 422 or 503. */
export function createTournament(
  sql: Sql,
  { owner: clubSlug, by }: OwnerTarget,
  fields: ManagedFields,
  key: string | null,
): Promise<Settings> {
  return managing(sql, { kind: 'game', owner: clubSlug }, async (tx, club) => {
    const scope = `tournament ${club.id}`;
    const known = await rowOfKey(tx, scope, key);
    if (known !== null) return { ...(await readSettings(tx, known)), isNew: false, affected: [] };
    const id = await nextIds(tx);
    const name = String(fields['name']);
    await applyEntries(tx, { kind: 'tournament', id, slug: slugOf(name, id), name }, [], {
      ...fields,
      host_club: club.slug,
      ...(by === null ? {} : { organizer_ids: [by] }),
    });
    await keepKey(tx, scope, key, id);
    await audit(tx, club, by, 'row_created', `tournament ${name}`);
    return { ...(await readSettings(tx, id)), isNew: true, affected: [] };
  });
}

/**
 * A field that is left out stays. `ifMatch`: the ETag that the settings must have, null for any. Throws Problem 404, 412, 422 or
 * 503.
 */
export function changeTournament(
  sql: Sql,
  { owner: slug, by }: OwnerTarget,
  fields: ManagedFields,
  ifMatch: string | null,
): Promise<Settings> {
  return managing(sql, { kind: 'match', owner: slug }, async (tx, owner) => {
    const before = await readSettings(tx, owner.id);
    requireVersion('tournament', before, ifMatch);
    const affected = await applyEntries(tx, owner, [], fields);
    const settings = await readSettings(tx, owner.id);
    if (settings.etag !== before.etag) {
      const name = typeof fields['name'] === 'string' ? fields['name'] : owner.name;
      await audit(tx, owner, by, 'row_changed', `tournament ${name}`);
    }
    return { ...settings, isNew: false, affected };
  });
}

/** The row as a data file has it. */
export async function readSettings(sql: ISql, id: number): Promise<Pick<Settings, 'file' | 'etag' | 'isOfService'>> {
  const [found] = await sql<{ row: Row }[]>`select to_jsonb(t) as row from tournament t where t.id = ${id}`;
  if (found === undefined) throw new TypeError(`The tournament ${id} is not stored.`);
  const file = without(formatted(found.row, 'match_format'), ['host_club_id']);
  return { file, etag: etagOf({ file }), isOfService: id >= SERVICE_IDS_FROM };
}
