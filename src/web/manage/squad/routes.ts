// The routes of the squad of a club: its people, one of them, and the import of a table.
import type { RouteSpec } from '../../../http/core/router.ts';
import type { Site } from '../../site.ts';
import { admitStaff } from '../staff.ts';
import { type ImportDeps, IMPORT_FORM_BYTES, importTable, showImport } from './import-table.tsx';
import { changePerson, showPerson } from './person.tsx';
import { squadImport, type SquadImportDeps, squadSubject } from './squad-import.ts';
import { changeSquad, type SquadDeps, showSquad } from './squad.tsx';

export type SquadRoutesDeps = SquadDeps & SquadImportDeps & ImportDeps;

export function squadRoutes(site: Site, deps: SquadRoutesDeps): readonly RouteSpec[] {
  return [
    ...site.signedIn({
      name: 'manage_squad',
      path: '/manage/clubs/{slug}/squad',
      keepsForm: true,
      show: async (visit) => showSquad(deps, await admitStaff(deps, 'club', visit)),
      submit: async (visit, form) => changeSquad(deps, await admitStaff(deps, 'club', visit), form),
    }),
    ...site.signedIn({
      name: 'manage_squad_import',
      path: '/manage/clubs/{slug}/squad/import',
      takesFile: true,
      formBytes: IMPORT_FORM_BYTES,
      show: async (visit) => showImport(squadSubject(await admitStaff(deps, 'club', visit), 'member')),
      async submit(visit, form, file) {
        const staff = await admitStaff(deps, 'club', visit);
        return importTable(deps, squadImport(deps, staff, form), form, file);
      },
    }),
    ...site.signedIn({
      name: 'manage_person',
      path: '/manage/clubs/{slug}/squad/{kind}/{id}',
      keepsForm: true,
      show: async (visit) => showPerson(deps, await admitStaff(deps, 'club', visit)),
      submit: async (visit, form) => changePerson(deps, await admitStaff(deps, 'club', visit), form),
    }),
  ];
}
