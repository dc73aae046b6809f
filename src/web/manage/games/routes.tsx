// `/manage/clubs/{slug}`, `…/games/new` and `…/games/{game}/edit`: the games of a club, for its staff. Rows are saved as by REST.
import { createHash, randomUUID } from 'node:crypto';
import type { Fields, Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import type { RouteSpec } from '../../../http/core/router.ts';
import { Problem } from '../../../ops/problem.ts';
import type { ClubPeople } from '../../../store/club-people.ts';
import type { IntegrationQueries } from '../../../store/queries.ts';
import type { BuiltPages } from '../../built-files.ts';
import { type ConsoleEntryDeps, consoleEntry } from '../../console-access.tsx';
import { ConfirmationPage } from '../../layout/confirmation.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { PageProblem } from '../../layout/page-problem.ts';
import type { Site, Visit } from '../../site.ts';
import { nextWeekly, weeksLater } from '../local-time.ts';
import { changeRow, createRow, readRow, removeRow, type Saved, shownFields, shownIn } from '../save-row.ts';
import { admitStaff, type Staff, type StaffDeps } from '../staff.ts';
import { FormPage, type FormPageProps } from './form-page.tsx';
import { gameFields } from './game-fields.ts';
import {
  copyOfGame,
  firstGame,
  formOfGame,
  type GameForm,
  hasFormTeams,
  nextGame,
  readGameForm,
  storedGame,
} from './game-form.ts';
import { type GamesPageDeps, gamesPage, noticeIn } from './games-page.tsx';

export type GamePagesDeps = StaffDeps &
  GamesPageDeps &
  ConsoleEntryDeps & {
    readonly integrations: Pick<IntegrationQueries, 'readClubPeople'>;
    /** Null when the pages are not built: then the forms have no script. */
    readonly pages?: BuiltPages | null | undefined;
  };

/** Bytes of a form: 400 people with names and numbers, and notes in a script of three bytes a letter. */
const FORM_BYTES = 262_144;

export function gameRoutes(site: Site, deps: GamePagesDeps): readonly RouteSpec[] {
  return [
    ...site.signedIn({
      name: 'manage_games',
      path: '/manage/clubs/{slug}',
      show: async (visit) => gamesPage(deps, await admitStaff(deps, 'club', visit)),
    }),
    ...site.signedIn({
      name: 'manage_new_game',
      path: '/manage/clubs/{slug}/games/new',
      formBytes: FORM_BYTES,
      show: async (visit) => showNew(deps, await admitStaff(deps, 'club', visit)),
      submit: async (visit, sent) => create(deps, await admitStaff(deps, 'club', visit), sent),
    }),
    ...site.signedIn({
      name: 'manage_game',
      path: '/manage/clubs/{slug}/games/{game}/edit',
      formBytes: FORM_BYTES,
      show: async (visit) => showStored(deps, await admitStaff(deps, 'club', visit), visit.param('game')),
      async submit(visit, sent) {
        const key = visit.param('game');
        const staff = await admitStaff(deps, 'club', visit);
        return sent.get('action') === 'delete' ? remove(deps, staff, key, sent) : change(deps, staff, key, sent);
      },
    }),
  ];
}

const newAddress = ({ address }: Staff): string => `${address}/games/new`;
const gameAddress = ({ address }: Staff, slug: string): string => `${address}/games/${encodeURIComponent(slug)}/edit`;

const peopleOf = ({ integrations }: GamePagesDeps, { resource }: Staff): Promise<ClubPeople> =>
  integrations.readClubPeople(resource.id, Date.now());

const squadOf = ({ people }: ClubPeople): ReadonlyMap<string, number | null> =>
  new Map(people.map(({ key, number }) => [key, number]));

/** The parts of the page that are the same for all forms. */
function formPage(
  { pages }: GamePagesDeps,
  staff: Staff,
  props: Omit<FormPageProps, 'staff' | 'scripts' | 'notice'>,
): Answer {
  const script = pages?.manifest['game-form']?.js;
  const scripts = script === undefined ? [] : [script];
  const status = props.faults.length > 0 || (props.stored?.newer ?? null) !== null ? 422 : 200;
  const page = <FormPage {...props} staff={staff} scripts={scripts} notice={noticeIn(staff.visit)} />;
  return staff.visit.html(status, page, { hasScripts: script !== undefined });
}

async function showNew(deps: GamePagesDeps, staff: Staff): Promise<Answer> {
  const { query } = staff.visit;
  const people = await peopleOf(deps, staff);
  const { form, isFirst } = await newForm(deps, staff, {
    from: query.get('from') ?? people.lastGame,
    isCopy: query.has('from'),
    when: query.get('when') === 'now' ? 'now' : 'at',
  });
  return newPage(deps, staff, { form, people, isZoneGuessed: isFirst, formKey: randomUUID() });
}

/** `from`: the slug of the game to begin with; null without one. */
async function newForm(
  deps: GamePagesDeps,
  staff: Staff,
  { from, isCopy, when }: { readonly from: string | null; readonly isCopy: boolean; readonly when: 'now' | 'at' },
): Promise<{ readonly form: GameForm; readonly isFirst: boolean }> {
  const now = Date.now();
  if (from === null) {
    return { form: firstGame(staff.visit.words.games.firstTitle, 'UTC', now), isFirst: true };
  }
  const game = storedGame((await requireGame(deps, staff, from)).file);
  if (!isCopy) return { form: nextGame(game, now), isFirst: false };
  const at = when === 'now' ? now : nextWeekly(game.timezone, Date.parse(game.date_time), now);
  const copy = copyOfGame(game, when, at);
  const { teams, teamCount, pairings, players, guests } = nextGame(game, now);
  return {
    form: hasFormTeams(game) ? copy : { ...copy, teams, teamCount, pairings, players, guests },
    isFirst: false,
  };
}

const newPage = (
  deps: GamePagesDeps,
  staff: Staff,
  {
    formKey,
    ...props
  }: Pick<FormPageProps, 'form' | 'people' | 'isZoneGuessed'> & {
    readonly faults?: FormPageProps['faults'];
    readonly formKey: string;
  },
): Answer =>
  formPage(deps, staff, {
    faults: [],
    ...props,
    title: staff.visit.words.games.newGame,
    address: newAddress(staff),
    maybe: new Set(),
    hidden: { form_key: formKey },
    stored: null,
  });

async function create(deps: GamePagesDeps, staff: Staff, sent: URLSearchParams): Promise<Answer> {
  const form = readGameForm(sent);
  const people = await peopleOf(deps, staff);
  const formKey = formKeyIn(sent);
  const { words } = staff.visit;
  const made = gameFields(form, { squad: squadOf(people), stored: null, now: Date.now(), words: words.games.faults });
  const again = { form, people, formKey, isZoneGuessed: false };
  if ('faults' in made) return newPage(deps, staff, { ...again, faults: made.faults });
  const { fields, kickOff, weeks } = made;
  if (kickOff === null) throw new TypeError('A new game has a kick-off.');
  const games: Row[] = [];
  for (let week = 0; week < weeks; week += 1) {
    const at = weeksLater(form.zone, kickOff, week);
    const saved = await createRow(deps, staff, 'game', timed(fields, at), creationKey(sent, formKey, week));
    // The games before it are made. The same form again goes on behind them, because each has its key.
    if (saved.outcome !== 'saved') return newPage(deps, staff, { ...again, faults: faultsOf(saved) });
    games.push(saved.row);
  }
  const [first] = games;
  if (first !== undefined && sent.get('then') === 'score') return toConsole(deps, staff.visit, first);
  return seeOther(`${staff.address}?done=${weeks === 1 ? 'created' : 'several'}`);
}

const timed = (fields: Fields, at: number): Fields => ({ ...fields, date_time: new Date(at).toISOString() });

const faultsOf = (saved: Saved) => (saved.outcome === 'refused' ? saved.faults : []);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const formKeyIn = (sent: URLSearchParams): string => {
  const given = sent.get('form_key') ?? '';
  return uuid.test(given) ? given : randomUUID();
};

/** The same form twice makes one game; a form that was changed and sent again makes another. */
function creationKey(sent: URLSearchParams, formKey: string, week: number): string {
  const told = [...sent].filter(([name]) => name !== 'csrf' && name !== 'then');
  const hash = createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22);
  return `page ${formKey} ${week} ${hash}`;
}

/** Throws Problem 404 in the words of the visitor. */
async function requireGame(deps: GamePagesDeps, staff: Staff, key: string): Promise<Row> {
  return orGone(staff, () => readRow(deps, staff, 'game', key));
}

async function orGone<T>({ visit }: Staff, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    throw new PageProblem(404, visit.words.games.gone, { hint: visit.words.games.goneAdvice });
  }
}

async function showStored(deps: GamePagesDeps, staff: Staff, key: string): Promise<Answer> {
  const row = await requireGame(deps, staff, key);
  if (staff.visit.query.get('ask') === 'delete') return confirmDelete(staff, key, row);
  return storedPage(deps, staff, { key, row, form: formOfGame(storedGame(row.file)), faults: [], newer: null });
}

/** `row`: as it is stored now. */
async function storedPage(
  deps: GamePagesDeps,
  staff: Staff,
  {
    ...shown
  }: Pick<FormPageProps, 'form' | 'faults'> & {
    readonly key: string;
    readonly row: Row;
    readonly newer: NonNullable<FormPageProps['stored']>['newer'];
    readonly hidden?: FormPageProps['hidden'];
  },
): Promise<Answer> {
  const { key, row, form, faults, newer, hidden = shownFields(row) } = shown;
  const game = storedGame(row.file);
  const known = await peopleOf(deps, staff);
  const maybe = new Set(
    game.participants.filter(({ rsvp }) => rsvp === 'maybe').map(({ player_type: type, id }) => `${type}:${id ?? ''}`),
  );
  const { isOfService } = row;
  return formPage(deps, staff, {
    ...{ form, faults, maybe, people: known, hidden, isZoneGuessed: false },
    title: staff.visit.words.games.editTitle(game.title),
    address: gameAddress(staff, key),
    stored: { isOfService, hasFormTeams: hasFormTeams(game), newer },
  });
}

async function change(deps: GamePagesDeps, staff: Staff, key: string, sent: URLSearchParams): Promise<Answer> {
  const form = readGameForm(sent);
  const shown = shownIn(sent);
  const row = await requireGame(deps, staff, key);
  const people = await peopleOf(deps, staff);
  const made = gameFields(form, {
    ...{ squad: squadOf(people), stored: storedGame(row.file), now: Date.now(), words: staff.visit.words.games.faults },
  });
  // The mark of the version that the visitor has seen.
  const hidden = { etag: shown.etag, shown_at: String(shown.at) };
  if ('faults' in made) return storedPage(deps, staff, { key, row, form, faults: made.faults, newer: null, hidden });
  const { fields, kickOff } = made;
  const saved = await orGone(staff, () =>
    changeRow(deps, staff, { kind: 'game', key, shown }, kickOff === null ? fields : timed(fields, kickOff)),
  );
  switch (saved.outcome) {
    case 'saved':
      return sent.get('then') === 'score'
        ? toConsole(deps, staff.visit, saved.row)
        : seeOther(`${staff.address}?done=changed`);
    case 'refused':
      return storedPage(deps, staff, { key, row, form, faults: saved.faults, newer: null, hidden });
    case 'stale': {
      const newer = { form: formOfGame(storedGame(saved.row.file)), by: saved.by };
      return storedPage(deps, staff, { key, row: saved.row, form, faults: [], newer });
    }
  }
}

function confirmDelete(staff: Staff, key: string, row: Row): Answer {
  const { visit } = staff;
  const { title, consequences, yes } = visit.words.games.confirmDelete;
  return visit.html(
    200,
    <ConfirmationPage
      title={title(storedGame(row.file).title)}
      consequences={consequences}
      button={yes}
      visitor={visit.visitor}
      csrf={visit.csrf}
      address={gameAddress(staff, key)}
      fields={{ action: 'delete', ...shownFields(row) }}
    />,
  );
}

async function remove(deps: GamePagesDeps, staff: Staff, key: string, sent: URLSearchParams): Promise<Answer> {
  const { words } = staff.visit;
  const saved = await orGone(staff, () => removeRow(deps, staff, { kind: 'game', key, shown: shownIn(sent) }));
  switch (saved.outcome) {
    case 'saved':
      return seeOther(`${staff.address}?done=deleted`);
    case 'refused':
      throw new PageProblem(409, saved.faults[0]?.message ?? words.staff.inUse, { hint: words.games.notDeleted });
    case 'stale': {
      const { by, unknown } = words.staff.stale;
      const title = saved.by === null ? unknown : by(saved.by);
      throw new PageProblem(412, title, { hint: words.games.notDeleted });
    }
  }
}

/** The console of a game, on this device, as this visitor. */
const toConsole = async (
  deps: GamePagesDeps,
  visit: Visit<Staff['visit']['session']>,
  { file }: Row,
): Promise<Answer> => seeOther(await consoleEntry(deps, visit, `/console/game:${String(file['id'])}`));
