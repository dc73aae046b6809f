// Saves a row from a form as the REST interface does: the same checks, limits, audit trail and deltas (rules MANAGE-1 to
// MANAGE-8). What a person can mend comes back as faults, so that the page shows the form again with all that was typed.
import type { z } from 'zod';
import {
  changeBodies,
  creationBodies,
  type ManagedKind,
  tournamentChangeBody,
} from '../../../protocol/rest/managed.ts';
import type { PageWords } from '../../browser/shared/words.ts';
import type { Fixtures } from '../../http/api/fixtures.ts';
import type { Fields, Row, Target } from '../../http/api/manage.ts';
import { detailsOf } from '../../http/core/json-body.ts';
import { invalid, Problem } from '../../ops/problem.ts';
import type { Staff, StaffDeps } from './staff.ts';

/** What is wrong in a form. `path`: of the data file, as `teams[0].name`; '' for what no field can mend. */
export type Fault = { readonly path: string; readonly message: string };

export type Saved =
  | { readonly outcome: 'saved'; readonly row: Row }
  | { readonly outcome: 'refused'; readonly faults: readonly Fault[] }
  /** Another change came first. `row`: as it is now; `by`: the user who changed it, null where that is not known. */
  | { readonly outcome: 'stale'; readonly row: Row; readonly by: string | null };

/** How a form shows a row again that was not saved. `newer`: another change came first, and `row` is its row. */
type ShownAgain = {
  readonly row: Row;
  readonly faults: readonly Fault[];
  readonly hidden: Readonly<Record<string, string>>;
  readonly newer?: { readonly by: string | null };
};

/** `row`: as it was before. `sent`: the form. */
export const shownAgain = (
  saved: Exclude<Saved, { readonly outcome: 'saved' }>,
  row: Row,
  sent: URLSearchParams,
): ShownAgain =>
  saved.outcome === 'stale'
    ? { row: saved.row, faults: [], hidden: shownFields(saved.row), newer: { by: saved.by } }
    : { row, faults: saved.faults, hidden: keptFields(shownIn(sent)) };

/** What was shown to the visitor, in hidden fields of the form. `at`: ms since 1970. */
type Shown = { readonly etag: string; readonly at: number };

type SettingsDeps = StaffDeps & { readonly fixtures: Pick<Fixtures, 'change' | 'settings'> };

/** A stored row as a form shows it. `key`: the slug of a game, the id of others. */
type ShownRow = { readonly kind: ManagedKind; readonly key: string; readonly shown: Shown };

/**
 * Counts a change and creates a row. The same `formKey` again with the same fields gives the row of the first time (rule
 * MANAGE-5). Throws Problem 404 or 503.
 */
export const createRow = (
  deps: StaffDeps,
  staff: Staff,
  kind: ManagedKind,
  fields: Fields,
  formKey: string,
): Promise<Saved> =>
  orFaults(staff, () => {
    deps.managed.countChange(targetOf(staff, kind));
    return createCounted(deps, staff, kind, fields, formKey);
  });

/** The same for a change that is counted already. */
export function createCounted(
  { managed }: StaffDeps,
  staff: Staff,
  kind: ManagedKind,
  fields: Fields,
  formKey: string,
): Promise<Saved> {
  return orFaults(staff, async () => {
    check(creationBodies[kind], fields);
    return { outcome: 'saved', row: await managed.create(targetOf(staff, kind), fields, formKey) };
  });
}

/** Counts `count` changes, all or none. Returns the seconds after which they may be made; null: now. */
export function secondsUntil({ managed }: StaffDeps, staff: Staff, kind: ManagedKind, count: number): number | null {
  try {
    managed.countChange(targetOf(staff, kind), count);
    return null;
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 429) throw error;
    return Number(error.headers['retry-after']);
  }
}

/** Changes a row, if it is still the one that was shown (rule MANAGE-6). Throws Problem 404 when it was deleted. */
export const changeRow = (deps: StaffDeps, staff: Staff, row: ShownRow, fields: Fields): Promise<Saved> =>
  saveShown(deps, staff, row, {
    save(target) {
      check(changeBodies[row.kind], fields);
      return deps.managed.change(target, row.key, fields, row.shown.etag);
    },
  });

/** Changes a game and those of its series that follow, if it is still the one that was shown (rule MANAGE-15). Throws Problem 404. */
export const changeFollowing = (
  deps: StaffDeps,
  staff: Staff,
  row: ShownRow,
  change: Parameters<StaffDeps['managed']['changeSeries']>[2],
): Promise<Saved> =>
  saveShown(deps, staff, row, {
    save(target) {
      check(changeBodies.game, change.fields);
      return deps.managed.changeSeries(target, row.key, change, row.shown.etag);
    },
  });

/** How a stored row is changed. `inUse`: what a 409 says; without it the words of all rows. */
type Saving = { readonly save: (target: Target) => Promise<Row>; readonly inUse?: string };

/** Runs `save`, which takes the ETag that was shown, and counts the change. Throws Problem 404. */
export function saveShown(
  deps: StaffDeps,
  staff: Staff,
  { kind, key, shown }: ShownRow,
  { save, inUse }: Saving,
): Promise<Saved> {
  const { managed } = deps;
  const target = targetOf(staff, kind);
  const work = (): Promise<Saved> => {
    managed.countChange(target);
    const read = () => managed.read(target, key);
    return unlessStale(deps, staff, { kind, shown }, { save: () => save(target), read });
  };
  return orFaults(staff, work, inUse);
}

/** Changes the settings of a tournament, if they are still those that were shown (rule MANAGE-6). Throws Problem 404. */
export function changeSettings(deps: SettingsDeps, staff: Staff, shown: Shown, fields: Fields): Promise<Saved> {
  const { managed, fixtures } = deps;
  const target = targetOf(staff, 'match');
  return orFaults(staff, async () => {
    managed.countChange(target);
    check(tournamentChangeBody, fields);
    const save = () => fixtures.change(target, fields, shown.etag);
    const read = () => fixtures.settings(staff.resource.id);
    return unlessStale(deps, staff, { kind: 'tournament', shown }, { save, read });
  });
}

/** Deletes a row, if it is still the one that was shown (rule MANAGE-7). A 409 is a fault. Throws Problem 404. */
export const removeRow = (deps: StaffDeps, staff: Staff, row: ShownRow): Promise<Saved> =>
  saveShown(deps, staff, row, {
    async save(target) {
      const stored = await deps.managed.read(target, row.key);
      await deps.managed.remove(target, row.key, row.shown.etag);
      return stored;
    },
  });

/** The row to edit. Throws Problem 404. */
export const readRow = ({ managed }: StaffDeps, staff: Staff, kind: ManagedKind, key: string): Promise<Row> =>
  managed.read(targetOf(staff, kind), key);

const targetOf = ({ resource, visit }: Staff, kind: ManagedKind) => ({
  kind,
  owner: resource.slug,
  by: visit.session.userId,
});

/** Throws Problem 422. */
function check(schema: z.ZodType, fields: Fields): void {
  const { error } = schema.safeParse(fields);
  if (error !== undefined) throw invalid(detailsOf(error.issues));
}

/** What a person can mend, or try again, as faults of the form. Throws other Problems. */
export async function orFaults(
  { visit }: { readonly visit: Pick<Staff['visit'], 'words'> },
  work: () => Promise<Saved>,
  inUse = visit.words.staff.inUse,
): Promise<Saved> {
  try {
    return await work();
  } catch (error) {
    return { outcome: 'refused', faults: faultsIn(error, visit.words, inUse) };
  }
}

/** The faults that an error stands for. `conflict`: the text of a 409. Throws any other error again. */
export function faultsIn(error: unknown, words: PageWords, conflict: string): readonly Fault[] {
  if (!(error instanceof Problem)) throw error;
  switch (error.status) {
    case 422:
      return error.details ?? [{ path: '', message: error.message }];
    case 409:
      return [{ path: '', message: conflict }];
    case 429:
    case 503: {
      const { title, advice } = words.problems[error.status];
      return [{ path: '', message: `${title}. ${advice}` }];
    }
    default:
      throw error;
  }
}

/** Saves, or after a 412 reads what is stored and who changed it. Throws any other error again. */
async function unlessStale(
  { integrations }: Pick<StaffDeps, 'integrations'>,
  { resource }: Staff,
  { kind, shown }: { readonly kind: ManagedKind | 'tournament'; readonly shown: Shown },
  { save, read }: { readonly save: () => Promise<Row>; readonly read: () => Promise<Row> },
): Promise<Saved> {
  try {
    return { outcome: 'saved', row: await save() };
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 412) throw error;
    const [row, changers] = await Promise.all([read(), integrations.findChangers(resource, kind, shown.at)]);
    const [by, another] = changers;
    return { outcome: 'stale', row, by: another === undefined ? (by ?? null) : null };
  }
}

/** The first fault at one of these paths or below, for the message at a field; null without one. */
export const faultAt = (faults: readonly Fault[], ...paths: readonly string[]): string | null =>
  faults.find(({ path }) => paths.some((field) => isBelow(path, field)))?.message ?? null;

/** The faults at none of these paths, for the head of the form. */
export const otherFaults = (faults: readonly Fault[], paths: readonly string[]): readonly Fault[] =>
  faults.filter(({ path }) => !paths.some((field) => isBelow(path, field)));

const isBelow = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);

/** The hidden fields of a form for `changeRow`. */
export const shownFields = ({ etag }: Pick<Row, 'etag'>): Readonly<Record<string, string>> => ({
  etag,
  shown_at: String(Date.now()),
});

/** The hidden fields of a form that is shown again: of the version that the visitor has seen. */
export const keptFields = ({ etag, at }: Shown): Readonly<Record<string, string>> => ({ etag, shown_at: String(at) });

/** What `shownFields` said. A form without it is stale. */
export function shownIn(form: URLSearchParams): Shown {
  const at = Number(form.get('shown_at'));
  return { etag: form.get('etag') || '""', at: Number.isSafeInteger(at) ? at : Date.now() };
}
