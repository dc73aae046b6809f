// `/manage/clubs/{slug}/squad/import`: a table of members and juniors (rules SQUAD-4 to SQUAD-7).
import type { IntegrationQueries } from '../../../store/queries.ts';
import { peopleTag } from '../../../store/squad.ts';
import type { Staff } from '../staff.ts';
import type { SquadKind } from './column-names.ts';
import type { ImportSubject } from './import-page.tsx';
import type { ImportOf } from './import-table.tsx';
import { mayGiveRoles, ROLES } from './person-fields.tsx';
import { planSquad, type SquadEntry, type SquadPlan } from './squad-plan.ts';
import { readSquadTable } from './squad-table.ts';
import { squadAddress } from './squad.tsx';

export type SquadImportDeps = {
  readonly integrations: Pick<IntegrationQueries, 'readSquad'>;
  readonly managed: {
    /** Throws Problem 403, 404, 409, 412, 422 or 503. */
    readonly importSquad: (
      of: { readonly owner: string; readonly by: number },
      entries: readonly SquadEntry[],
      seen: string,
    ) => Promise<unknown>;
  };
};

/** `kind`: of the people whose row does not say it. */
export function squadSubject(staff: Staff, kind: SquadKind): ImportSubject {
  const { squad } = staff.visit.words;
  const { title, about, columns, nothing, stale, kind: label, kindHint: hint, kinds } = squad.table;
  const choicesOf = (names: Readonly<Record<SquadKind, string>>) =>
    (['member', 'junior'] as const).map((value) => [value, names[value]] as const);
  return {
    staff,
    section: 'squad',
    address: `${squadAddress(staff)}/import`,
    listAddress: squadAddress(staff),
    words: { title, about, columns, nothing, stale, back: squad.back },
    usual: { name: 'kind', label, hint, choices: choicesOf(kinds), chosen: kind },
    columns: {
      kind: { label: squad.kind, choices: choicesOf(squad.kinds) },
      role: { label: squad.role, choices: ROLES.map((role) => [role, squad.roles[role]]) },
    },
  };
}

export function squadImport(deps: SquadImportDeps, staff: Staff, form: URLSearchParams): ImportOf {
  const kind = form.get('kind') === 'junior' ? 'junior' : 'member';
  return {
    subject: squadSubject(staff, kind),
    read: readSquadTable,
    async plan(table) {
      const squad = await deps.integrations.readSquad(staff.resource.id);
      const plan = planSquad(table, { squad, kind, mayGiveRoles: mayGiveRoles(staff) });
      const of = { owner: staff.resource.slug, by: staff.visit.session.userId };
      return {
        faults: plan.faults,
        rows: plan.rows,
        lines: linesOf(plan, staff),
        target: { kind: 'member', ...of },
        store: () => deps.managed.importSquad(of, plan.entries, peopleTag(squad)),
        done: `${squadAddress(staff)}?done=imported&count=${plan.entries.length}`,
      };
    },
  };
}

function linesOf({ entries, unchanged }: SquadPlan, { visit }: Staff): readonly string[] {
  const words = visit.words.squad.table;
  const made = (kind: SquadKind): number => entries.filter((entry) => entry.id === null && entry.kind === kind).length;
  const changed = entries.filter(({ id }) => id !== null).length;
  return [
    made('member') > 0 ? words.newMembers(made('member')) : null,
    made('junior') > 0 ? words.newJuniors(made('junior')) : null,
    changed > 0 ? words.changed(changed) : null,
    unchanged > 0 ? words.unchanged(unchanged) : null,
  ].filter((line) => line !== null);
}
