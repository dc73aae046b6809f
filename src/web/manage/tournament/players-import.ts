// `/manage/tournaments/{slug}/players/import`: a table of players (rule PLAN-11).
import type { RouteSpec } from '../../../http/core/router.ts';
import { nameKey } from '../../../match/whole-words.ts';
import type { TournamentView } from '../../../resources/tournament-lists.ts';
import { peopleTag } from '../../../store/squad.ts';
import type { IntegrationQueries } from '../../../store/queries.ts';
import type { Site } from '../../site.ts';
import type { Choices, ImportSubject } from '../squad/import-page.tsx';
import { IMPORT_FORM_BYTES, type ImportDeps, type ImportOf, importTable, showImport } from '../squad/import-table.tsx';
import { readPlayersTable } from '../squad/squad-table.ts';
import { cellOf } from '../squad/table-cells.ts';
import { planPlayers, type PlayerEntry, type PlayersPlan } from './players-plan.ts';
import { admitTo, targetOf, type TournamentPagesDeps, type TournamentStaff } from './tournament-pages.ts';

export type PlayersImportDeps = TournamentPagesDeps &
  ImportDeps & {
    readonly integrations: Pick<IntegrationQueries, 'readTournamentPeople'>;
    readonly managed: {
      /** Throws Problem 404, 412, 422 or 503. */
      readonly importPlayers: (
        of: { readonly owner: string; readonly by: number },
        entries: readonly PlayerEntry[],
        seen: string,
      ) => Promise<unknown>;
    };
  };

export const playersImportRoutes = (site: Site, deps: PlayersImportDeps): readonly RouteSpec[] =>
  site.signedIn({
    name: 'manage_players_import',
    path: '/manage/tournaments/{slug}/players/import',
    takesFile: true,
    formBytes: IMPORT_FORM_BYTES,
    async show(visit) {
      const tournament = await admitTo(deps, visit);
      return showImport(subjectOf(tournament, teamIn(tournament, visit.query.get('team'))));
    },
    async submit(visit, form, file) {
      const tournament = await admitTo(deps, visit);
      return importTable(deps, importOf(deps, tournament, teamIn(tournament, form.get('team'))), form, file);
    },
  });

/** The id of a team of the tournament; null for any other text. */
const teamIn = ({ view }: TournamentStaff, text: string | null): number | null =>
  view.teams.find(({ id }) => String(id) === text)?.id ?? null;

/** The teams by the names that a table has for them. Two teams of one name have their ids beside it. */
function teamNames({ teams }: TournamentView): readonly { readonly id: number; readonly name: string }[] {
  const keys = teams.map(({ name }) => nameKey(cellOf(name)));
  const isTwice = (at: number): boolean => keys.some((key, other) => other !== at && key === keys[at]);
  return teams.map(({ id, name }, at) => ({ id, name: isTwice(at) ? `${cellOf(name)} (${id})` : cellOf(name) }));
}

function subjectOf({ staff, view }: TournamentStaff, team: number | null): ImportSubject {
  const { tournament: words } = staff.visit.words;
  const { title, about, columns, nothing, stale, usual: label, usualHint: hint, yes, no } = words.import;
  const names = teamNames(view);
  const answers: Choices = [
    ['yes', yes],
    ['no', no],
  ];
  return {
    staff,
    section: 'teams',
    address: `${staff.address}/players/import`,
    listAddress: `${staff.address}/players`,
    words: { title, about, columns, nothing, stale, back: words.back },
    usual: {
      name: 'team',
      label,
      hint,
      chosen: team === null ? '' : String(team),
      choices: [['', words.noTeam], ...names.map(({ id, name }) => [String(id), name] as const)],
    },
    columns: {
      team: { label: words.team, choices: names.map(({ name }) => [name, name] as const) },
      captain: { label: words.captain, choices: answers },
    },
  };
}

function importOf(deps: PlayersImportDeps, tournament: TournamentStaff, team: number | null): ImportOf {
  const { staff } = tournament;
  const ids = new Map(teamNames(tournament.view).map(({ id, name }) => [nameKey(name), id]));
  return {
    subject: subjectOf(tournament, team),
    read: (cells) => readPlayersTable(cells, (name) => ids.get(nameKey(name)) ?? null),
    async plan(table) {
      const players = await deps.integrations.readTournamentPeople(staff.resource.id);
      const plan = planPlayers(table, players, team);
      return {
        faults: plan.faults,
        rows: plan.rows,
        lines: linesOf(plan, tournament),
        target: { kind: 'player', ...targetOf(staff) },
        store: () => deps.managed.importPlayers(targetOf(staff), plan.entries, peopleTag(players)),
        done: `${staff.address}/players?done=imported`,
      };
    },
  };
}

function linesOf({ entries, unchanged }: PlayersPlan, { staff }: TournamentStaff): readonly string[] {
  const { squad, tournament } = staff.visit.words;
  const added = entries.filter(({ id }) => id === null).length;
  const changed = entries.length - added;
  return [
    added > 0 ? tournament.import.newPlayers(added) : null,
    changed > 0 ? squad.table.changed(changed) : null,
    unchanged > 0 ? squad.table.unchanged(unchanged) : null,
  ].filter((line) => line !== null);
}
