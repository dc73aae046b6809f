// `/manage/tournaments/{slug}/players`: the players of a tournament by team, and one of them to change or remove (rule PLAN-10).
import type { Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import { Check, Choice, Field } from '../../layout/form.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { useWords } from '../../layout/words.tsx';
import type { Site } from '../../site.ts';
import { ManagePage } from '../frame.tsx';
import {
  changeRow,
  type Fault,
  faultAt,
  readRow,
  removeRow,
  type Saved,
  shownAgain,
  shownFields,
  shownIn,
} from '../save-row.ts';
import { differencesOf, textOf, type Values, valuesIn, wholeNumber } from '../form-values.ts';
import { confirmDeletion, DeleteLink, isAskedToDelete, StoredForm } from './stored-row.tsx';
import { admitTo, noticeIn, type TournamentPagesDeps, type TournamentStaff } from './tournament-pages.ts';
import { entryOf } from '../../layout/entry-of.ts';
import { LongList } from '../../layout/pieces.tsx';

export const playerRoutes = (site: Site, deps: TournamentPagesDeps): readonly RouteSpec[] => [
  ...site.signedIn({
    name: 'manage_players',
    path: '/manage/tournaments/{slug}/players',
    async show(visit) {
      return visit.html(200, <PlayersPage {...await admitTo(deps, visit)} />);
    },
  }),
  ...site.signedIn({
    name: 'manage_player',
    path: '/manage/tournaments/{slug}/players/{user}/edit',
    keepsForm: true,
    async show(visit) {
      const tournament = await admitTo(deps, visit);
      const row = await readRow(deps, tournament.staff, 'player', visit.param('user'));
      if (isAskedToDelete(tournament.staff)) {
        const { deletePlayer: title, deletePlayerHint: consequence } = visit.words.tournament;
        return confirmDeletion(tournament.staff, row, { title, consequence, address: addressOf(tournament) });
      }
      return playerPage(tournament, row, { values: valuesOf(row), faults: [] });
    },
    async submit(visit, form) {
      const tournament = await admitTo(deps, visit);
      return form.get('action') === 'delete' ? remove(deps, tournament, form) : change(deps, tournament, form);
    },
  }),
];

const FIELDS = ['name', 'jersey_number', 'team_position', 'team_id', 'captain'] as const;
type PlayerValues = Values<(typeof FIELDS)[number]>;

const valuesOf = ({ file }: Row): PlayerValues => ({
  name: textOf(file['name']),
  jersey_number: textOf(file['jersey_number']),
  team_id: textOf(file['team_id']),
  team_position: textOf(file['team_position']),
  captain: file['captain'] === true ? 'on' : '',
});

const addressOf = ({ staff }: TournamentStaff): string => `${staff.address}/players/${staff.visit.param('user')}/edit`;

async function change(deps: TournamentPagesDeps, tournament: TournamentStaff, form: URLSearchParams): Promise<Answer> {
  const { staff } = tournament;
  const key = staff.visit.param('user');
  const row = await readRow(deps, staff, 'player', key);
  const values = valuesIn(form, FIELDS);
  const fields = {
    // A name that stays needs no right to change it.
    ...(values.name === valuesOf(row).name ? {} : { name: values.name }),
    jersey_number: values.jersey_number === '' ? null : (wholeNumber(values.jersey_number) ?? 0),
    team_position: values.team_position || null,
    captain: values.captain === 'on',
    team_id: values.team_id === '' ? null : Number(values.team_id),
  };
  const saved = await changeRow(deps, staff, { kind: 'player', key, shown: shownIn(form) }, fields);
  return shown(tournament, row, saved, { values, form, done: 'saved' });
}

async function remove(deps: TournamentPagesDeps, tournament: TournamentStaff, form: URLSearchParams): Promise<Answer> {
  const { staff } = tournament;
  const key = staff.visit.param('user');
  const row = await readRow(deps, staff, 'player', key);
  const saved = await removeRow(deps, staff, { kind: 'player', key, shown: shownIn(form) });
  return shown(tournament, row, saved, { values: valuesOf(row), form, done: 'deleted' });
}

type Sent = { readonly values: PlayerValues; readonly form: URLSearchParams; readonly done: 'saved' | 'deleted' };

async function shown(
  tournament: TournamentStaff,
  row: Row,
  saved: Saved,
  { values, form, done }: Sent,
): Promise<Answer> {
  const { staff } = tournament;
  if (saved.outcome === 'saved') return seeOther(`${staff.address}/players?done=${done}`);
  const { row: newest, ...again } = shownAgain(saved, row, form);
  const { tournament: words, squad, staff: all } = staff.visit.words;
  const texts: Readonly<Record<string, string>> = {
    name: squad.problems.fixedName,
    jersey_number: squad.problems.badNumber,
  };
  const faults = again.faults.map(({ path, message }) => ({
    path,
    message: message === all.inUse ? words.playerInUse : (texts[path] ?? message),
  }));
  return playerPage(tournament, newest, { ...again, values, faults });
}

type PlayerForm = {
  readonly values: PlayerValues;
  readonly faults: readonly Fault[];
  /** Another person changed the player meanwhile. */
  readonly newer?: { readonly by: string | null };
  /** The mark of the version that the visitor has seen; without it, of the stored one. */
  readonly hidden?: Readonly<Record<string, string>>;
};

function playerPage(tournament: TournamentStaff, row: Row, form: PlayerForm): Promise<Answer> {
  const status = form.faults.length > 0 || form.newer !== undefined ? 422 : 200;
  return tournament.staff.visit.html(status, <PlayerPage tournament={tournament} row={row} form={form} />);
}

type PlayerPageProps = { readonly tournament: TournamentStaff; readonly row: Row; readonly form: PlayerForm };

function PlayerPage({ tournament, row, form }: PlayerPageProps) {
  const { tournament: words, squad } = useWords();
  const { staff, view } = tournament;
  const { values, faults, newer, hidden = shownFields(row) } = form;
  const address = addressOf(tournament);
  const labels = {
    name: squad.name,
    jersey_number: squad.number,
    team_position: squad.position,
    team_id: words.team,
    captain: words.captain,
  };
  const field = (name: 'name' | 'jersey_number' | 'team_position', input: object) => (
    <Field name={name} label={labels[name]} problem={faultAt(faults, name)} input={{ value: values[name], ...input }} />
  );
  const teams = view.teams.map(({ id, name }): [string, string] => [String(id), name]);
  const teamName = (id: string): string => teams.find(([known]) => known === id)?.[1] ?? '';
  const told = (of: PlayerValues): PlayerValues => ({ ...of, team_id: teamName(of.team_id) });
  return (
    <ManagePage staff={staff} section="teams" title={valuesOf(row).name}>
      <StoredForm
        staff={staff}
        row={row}
        address={address}
        hidden={hidden}
        faults={faults}
        places={FIELDS}
        back={`${staff.address}/players`}
        stale={newer && { by: newer.by, differences: differencesOf(labels, told(valuesOf(row)), told(values)) }}
      >
        {field('name', { required: true, maxLength: NAME_MAX, autocomplete: 'off', dir: 'auto' })}
        {field('jersey_number', { inputMode: 'numeric', maxLength: 2, size: 3, class: 'short', autocomplete: 'off' })}
        {field('team_position', { maxLength: NAME_MAX, autocomplete: 'off', dir: 'auto' })}
        <Choice name="team_id" label={words.team} choices={[['', words.noTeam], ...teams]} chosen={values.team_id} />
        <Check name="captain" label={words.captain} isOn={values.captain === 'on'} />
      </StoredForm>
      <DeleteLink address={address} label={words.deletePlayer} />
    </ManagePage>
  );
}

function PlayersPage({ staff, view }: TournamentStaff) {
  const { tournament: words, staff: staffWords, squad } = useWords();
  /** A position of the squads in the language of the page; any other text as it is. */
  const positionIn = (position: string | null): string | null => entryOf(squad.positions, position) ?? position;
  const teams = [...view.teams.map(({ id, name }) => ({ id, name })), { id: null, name: words.noTeam }];
  return (
    <ManagePage staff={staff} section="teams" title={words.allPlayers} notice={noticeIn(staff.visit)}>
      {view.players.length === 0 && <p>{words.noPlayers}</p>}
      {teams.map(({ id, name }) => {
        const own = view.players.filter(({ team }) => team.team_id === id);
        if (own.length === 0) return null;
        return (
          <section key={id ?? 0}>
            <h2>
              <bdi>{name}</bdi>
            </h2>
            <ul class="game-list">
              <LongList
                of={own}
                entry={({ person, captain }) => (
                  <li>
                    <p class="row-title">
                      <span>
                        {person.jersey_number !== null && <span class="hint">{person.jersey_number} </span>}
                        <bdi>{person.name}</bdi>
                      </span>
                      <a href={`${staff.address}/players/${person.id}/edit`} aria-label={words.editOf(person.name)}>
                        {staffWords.edit}
                      </a>
                    </p>
                    <p class="small">
                      {[positionIn(person.team_position), captain ? words.captain : null].filter(Boolean).join(' · ')}
                    </p>
                  </li>
                )}
              />
            </ul>
          </section>
        );
      })}
      <div class="actions">
        <a class="button" href={`${staff.address}/players/import`}>
          {words.import.title}
        </a>
        <a class="button quiet" href={`${staff.address}/teams`}>
          {staffWords.sections.teams}
        </a>
      </div>
    </ManagePage>
  );
}
