// Creates, changes and deletes one row for staff. A change is a data file with this one row: it has the same checks, moves the
// same live matches and gives the same errors (rule MANAGE-1).
import { MANAGED_OWNERS, type ManagedKind, SERVICE_IDS_FROM } from '../../protocol/rest/managed.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { busy, invalid, notFound, Problem } from '../ops/problem.ts';
import { type Action, writeAudit } from '../store/audit.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { transaction } from '../store/driver/transaction.ts';
import { IMPORT_LOCK } from '../store/integrations.ts';
import { deleteRow } from './managed-deletion.ts';
import { requireKnownPeople } from './managed-people.ts';
import { applyFile } from './import.ts';
import { etagOf, findOwner, MANAGED, type ManagedRow, type Owner, readManaged, greatestId } from './managed-rows.ts';
import { parseFile } from './parse.ts';

/** As a data file has them; the import checks them. */
export type ManagedFields = Readonly<Record<string, unknown>>;

/** Which kind of row of which club or tournament, and who asks. `by`: the user of an app; null for an API key. */
export type ManagedTarget = { readonly kind: ManagedKind; readonly owner: string; readonly by: number | null };

/** The row after the work, whether it changed, and the stored matches that changed with it. */
export type Managed = {
  readonly row: ManagedRow;
  readonly isChanged: boolean;
  readonly affected: readonly MatchRef[];
};

/** How long a change waits for an import or for another change. */
const LOCK_MS = 4_000;
/** How long an Idempotency-Key is kept. */
const KEY_MS = 86_400_000;

/**
 * Creates a row (rule MANAGE-4). The same `idempotencyKey` again gives the row of the first time, with `isNew` false (rule
 * MANAGE-5). Throws Problem 404, 422 or 503.
 */
export function createManaged(
  sql: Sql,
  target: ManagedTarget,
  fields: ManagedFields,
  idempotencyKey: string | null,
): Promise<Managed & { readonly isNew: boolean }> {
  const { kind } = target;
  return managing(sql, target, async (tx, owner) => {
    const scope = `${kind} ${owner.id}`;
    const known = idempotencyKey === null ? null : await rowOfKey(tx, scope, idempotencyKey);
    if (known !== null) {
      const row = await readById(tx, kind, owner, known);
      if (row === null) {
        throw new Problem(404, `The ${kind} of this Idempotency-Key was deleted.`, {
          hint: 'Send another key to create a new one.',
        });
      }
      return { row, affected: [], isChanged: false, isNew: false };
    }
    const id = await nextId(tx);
    const affected = await apply(tx, kind, owner, newRow(kind, id, fields));
    if (idempotencyKey !== null) await keepKey(tx, scope, idempotencyKey, id);
    const row = await readById(tx, kind, owner, id);
    if (row === null) throw new TypeError(`The new ${kind} ${id} is not stored.`);
    await audit(tx, target, owner, 'row_created', row);
    return { row, affected, isChanged: true, isNew: true };
  });
}

/**
 * Changes a row: a field that is left out stays (rule MANAGE-6). `ifMatch`: the ETag that the row must have, null for any.
 * Throws Problem 404, 412, 422 or 503.
 */
export function changeManaged(
  sql: Sql,
  target: ManagedTarget,
  key: string,
  fields: ManagedFields,
  ifMatch: string | null,
): Promise<Managed> {
  const { kind } = target;
  return managing(sql, target, async (tx, owner) => {
    const before = await requireRow(tx, kind, owner, key, ifMatch);
    const affected = await apply(tx, kind, owner, [{ ...identity(kind, before), ...fields }]);
    const row = await readById(tx, kind, owner, before.id);
    if (row === null) throw new TypeError(`The ${kind} ${key} is no longer stored.`);
    const isChanged = etagOf(row) !== etagOf(before);
    if (isChanged) await audit(tx, target, owner, 'row_changed', row);
    return { row, affected, isChanged };
  });
}

/** Deletes a row (rule MANAGE-7). Throws Problem 404, 409, 412 or 503. */
export function deleteManaged(sql: Sql, target: ManagedTarget, key: string, ifMatch: string | null): Promise<Managed> {
  const { kind } = target;
  return managing(sql, target, async (tx, owner) => {
    const row = await requireRow(tx, kind, owner, key, ifMatch);
    const affected =
      kind === 'member'
        ? await apply(tx, kind, owner, [{ user_id: row.id, status: 'former' }])
        : await deleteRow(tx, kind, owner, row);
    await audit(tx, target, owner, 'row_deleted', row);
    return { row, affected, isChanged: true };
  });
}

/** The row with this key. Throws Problem 404. */
export async function findManaged(sql: Sql, { kind, owner: slug }: ManagedTarget, key: string): Promise<Managed> {
  const owner = await requireOwner(sql, kind, slug);
  return { row: await requireRow(sql, kind, owner, key, null), affected: [], isChanged: false };
}

/** Throws Problem 404. */
async function requireOwner(sql: ISql, kind: ManagedKind, slug: string): Promise<Owner> {
  const owner = await findOwner(sql, MANAGED_OWNERS[kind], slug);
  if (owner === null) throw notFound(MANAGED_OWNERS[kind] === 'club' ? 'Club' : 'Tournament');
  return owner;
}

/** Changes run one after another, also with imports: the rows that one has checked must not change. */
async function managing<T>(
  sql: Sql,
  { kind, owner: slug }: ManagedTarget,
  work: (tx: ISql, owner: Owner) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(sql, async (tx) => {
      await tx`select set_config('lock_timeout', ${`${LOCK_MS}ms`}, true)`;
      await tx`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
      return work(tx, await requireOwner(tx, kind, slug));
    });
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE ? busy(error) : error;
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Throws Problem 404 or 412. */
async function requireRow(
  tx: ISql,
  kind: ManagedKind,
  owner: Owner,
  key: string,
  ifMatch: string | null,
): Promise<ManagedRow> {
  const row = await readManaged(tx, kind, owner, key);
  if (row === null) throw notFound(kind.charAt(0).toUpperCase() + kind.slice(1));
  if (ifMatch !== null && ifMatch !== '*' && !ifMatch.split(',').some((tag) => tag.trim() === etagOf(row))) {
    throw new Problem(412, `This ${kind} has changed since you read it.`, {
      hint: 'Read it again, apply your change to the new version, and send it with the new ETag as If-Match.',
    });
  }
  return row;
}

/** A game is found by its slug, which a change may have replaced. */
async function readById(tx: ISql, kind: ManagedKind, owner: Owner, id: number): Promise<ManagedRow | null> {
  if (kind !== 'game') return readManaged(tx, kind, owner, String(id));
  const [row] = await tx<{ slug: string }[]>`select slug from game where id = ${id} and club_id = ${owner.id}`;
  return row ? readManaged(tx, kind, owner, row.slug) : null;
}

/** The entry of a new row; people come with a row of their own. */
type Entries = readonly [entry: ManagedFields, person?: ManagedFields];

function newRow(kind: ManagedKind, id: number, fields: ManagedFields): Entries {
  switch (kind) {
    case 'game':
      return [{ id, slug: slugOf(fields['title'], id), ...fields }];
    case 'team':
    case 'match':
      return [{ id, ...fields }];
    case 'member':
    case 'player': {
      const { name, ...rest } = fields;
      return [
        { user_id: id, ...rest },
        { id, slug: slugOf(name, id), name },
      ];
    }
  }
}

/** The fields that an entry of a stored row must have. */
function identity(kind: ManagedKind, { id, file }: ManagedRow): ManagedFields {
  switch (kind) {
    case 'game':
      return { id, slug: file['slug'] ?? '', title: file['title'] ?? '' };
    case 'team':
      return { id, name: file['name'] ?? '' };
    case 'match':
      return { id };
    case 'member':
    case 'player':
      return { user_id: id };
  }
}

/** Applies a data file with this entry. Throws Problem 422 with paths inside the entry. */
async function apply(
  tx: ISql,
  kind: ManagedKind,
  owner: Owner,
  [entry, person]: Entries,
): Promise<readonly MatchRef[]> {
  const { list } = MANAGED[kind];
  await requireKnownPeople(tx, kind, owner, entry);
  const file = {
    touchline_data: 1,
    service_ids: true,
    users: person === undefined ? [] : [person],
    [`${owner.kind}s`]: [{ id: owner.id, slug: owner.slug, name: owner.name, [list]: [entry] }],
  };
  try {
    const done = await applyFile(tx, await parseFile(file), {
      onProgress: () => undefined,
      encryption: null,
      hashes: new Map(),
    });
    return done.affected;
  } catch (error) {
    if (!(error instanceof Problem) || error.details === undefined) throw error;
    const prefixes = [`${owner.kind}s[0].${list}[0].`, 'users[0].'];
    throw invalid(error.details.map(({ path, message }) => ({ path: withoutPrefix(path, prefixes), message })));
  }
}

const withoutPrefix = (path: string, prefixes: readonly string[]): string =>
  prefixes.reduce((left, prefix) => (left.startsWith(prefix) ? left.slice(prefix.length) : left), path);

const MARKS = /\p{M}+/gu;
const OTHERS = /[^a-z0-9]+/g;

/** A slug of the letters of a title, with the number that makes it unique: `sunday-5s-12`. */
function slugOf(title: unknown, id: number): string {
  const words = typeof title === 'string' ? title.slice(0, 80).normalize('NFKD').replace(MARKS, '').toLowerCase() : '';
  const parts = words.split(OTHERS).filter((part) => part !== '');
  return [...parts, String(id - SERVICE_IDS_FROM)].join('-');
}

async function nextId(tx: ISql): Promise<number> {
  // A restored backup may have greater ids than this database gave so far.
  const [row] = await tx<{ id: number }[]>`
    select setval('managed_id', greatest(nextval('managed_id'), ${greatestId(tx)} + 1)) as id`;
  if (row === undefined) throw new TypeError('The database gave no id.');
  return row.id;
}

async function rowOfKey(tx: ISql, scope: string, key: string): Promise<number | null> {
  await tx`delete from creation_key where at < ${Date.now() - KEY_MS}`;
  const [row] = await tx<{ id: number }[]>`select id from creation_key where scope = ${scope} and key = ${key}`;
  return row?.id ?? null;
}

const keepKey = (tx: ISql, scope: string, key: string, id: number): PromiseLike<unknown> =>
  tx`insert into creation_key (scope, key, id, at) values (${scope}, ${key}, ${id}, ${Date.now()})`;

const audit = (tx: ISql, { kind, by }: ManagedTarget, owner: Owner, action: Action, { title }: ManagedRow) =>
  writeAudit(
    tx,
    { userId: by, action, subject: `${kind} ${title}`, resource: { kind: owner.kind, id: owner.id } },
    Date.now(),
  );
