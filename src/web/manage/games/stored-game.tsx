// `…/games/{game}/edit`: changes a game, or deletes it.
import type { Fields, Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import { ConfirmationPage } from '../../layout/confirmation.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { PageProblem } from '../../layout/page-problem.ts';
import { changeFollowing, changeRow, keptFields, removeRow, shownFields, shownIn } from '../save-row.ts';
import { weeksLater } from '../local-time.ts';
import type { Staff } from '../staff.ts';
import { askCancel, askRestore } from './cancel-game.tsx';
import {
  formPage,
  gameAddress,
  type GamePagesDeps,
  orGone,
  peopleOf,
  requireGame,
  squadOf,
  timed,
  toConsole,
} from './form-answer.tsx';
import type { FormPageProps } from './form-page.tsx';
import { type GameFields, gameFields } from './game-fields.ts';
import { isForFollowing } from './scope-field.tsx';
import { formOfGame, hasFormTeams, readGameForm, storedGame } from './game-form.ts';

/** The form of a game, or the question that `ask` of the query names. Throws Problem 404. */
export async function showStoredGame(deps: GamePagesDeps, staff: Staff, key: string): Promise<Answer> {
  const row = await requireGame(deps, staff, key);
  switch (staff.visit.query.get('ask')) {
    case 'delete':
      return confirmDelete(staff, key, row);
    case 'cancel':
      return askCancel(deps, staff, { key, row });
    case 'restore':
      return askRestore(deps, staff, { key, row });
    default:
  }
  return storedPage(deps, staff, { key, row, form: formOfGame(storedGame(row.file)), faults: [], newer: null });
}

type StoredPage = Pick<FormPageProps, 'form' | 'faults'> & {
  readonly key: string;
  /** As it is stored now. */
  readonly row: Row;
  readonly newer: NonNullable<FormPageProps['stored']>['newer'];
  /** The mark of the version that the visitor has seen; without it, of `row`. */
  readonly hidden?: FormPageProps['hidden'];
  readonly isForFollowing?: boolean;
};

async function storedPage(
  deps: GamePagesDeps,
  staff: Staff,
  { key, row, form, faults, newer, hidden = shownFields(row), isForFollowing: isChosen = false }: StoredPage,
): Promise<Answer> {
  const game = storedGame(row.file);
  const [known, following] = await Promise.all([
    peopleOf(deps, staff, key),
    deps.integrations.readFollowing(staff.resource.id, key),
  ]);
  const maybe = new Set(
    game.participants.filter(({ rsvp }) => rsvp === 'maybe').map(({ player_type: type, id }) => `${type}:${id ?? ''}`),
  );
  const { isOfService } = row;
  return formPage(deps, staff, {
    form,
    faults,
    maybe,
    people: known,
    hidden,
    isZoneGuessed: false,
    title: staff.visit.words.games.editTitle(game.title),
    address: gameAddress(staff, key),
    stored: {
      isOfService,
      hasFormTeams: hasFormTeams(game),
      newer,
      following: following.length,
      isForFollowing: isChosen,
      cancellation: game.cancelled_at ? { reason: game.cancellation_reason ?? null } : null,
    },
  });
}

/** Changes the game that was shown, or it and those of its series that follow. Throws Problem 404 when it was deleted. */
export async function changeGame(
  deps: GamePagesDeps,
  staff: Staff,
  key: string,
  sent: URLSearchParams,
): Promise<Answer> {
  const form = readGameForm(sent);
  const shown = shownIn(sent);
  const row = await requireGame(deps, staff, key);
  const people = await peopleOf(deps, staff, key);
  const stored = storedGame(row.file);
  const options = { squad: squadOf(people), stored, now: Date.now(), words: staff.visit.words.games.faults };
  const made = gameFields(form, options);
  const again = { key, form, hidden: keptFields(shown), isForFollowing: isForFollowing(sent) };
  if ('faults' in made) return storedPage(deps, staff, { ...again, row, faults: made.faults, newer: null });
  const { fields, kickOff } = made;
  const own = kickOff === null ? fields : timed(fields, kickOff);
  const shownRow = { kind: 'game', key, shown } as const;
  const saved = await orGone(staff, () =>
    again.isForFollowing
      ? changeFollowing(deps, staff, shownRow, {
          fields: own,
          later: laterFields(changedIn(gameFields(formOfGame(stored), options), fields), form.zone, kickOff),
        })
      : changeRow(deps, staff, shownRow, own),
  );
  switch (saved.outcome) {
    case 'saved':
      return sent.get('then') === 'score'
        ? toConsole(deps, staff, saved.row)
        : seeOther(`${staff.address}?done=changed`);
    case 'refused':
      return storedPage(deps, staff, { ...again, row, faults: saved.faults, newer: null });
    case 'stale': {
      const newer = { form: formOfGame(storedGame(saved.row.file)), by: saved.by };
      return storedPage(deps, staff, { ...again, row: saved.row, hidden: shownFields(saved.row), faults: [], newer });
    }
  }
}

/**
 * The fields that the visitor changed: what one of the later games has for itself stays. `before`: of the form as it was shown. A
 * stored game that no form can have has changed in each field.
 */
function changedIn(before: GameFields, fields: Fields): Fields {
  const shown: Fields = 'fields' in before ? before.fields : {};
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(shown[name])),
  );
}

/** What a change of a game means for one of the games that follow: its players, and an untouched time, stay. */
const laterFields =
  ({ participants: _p, lineup_edits: _l, ...fields }: Fields, zone: string, kickOff: number | null) =>
  (weeks: number): Fields =>
    kickOff === null ? fields : timed(fields, weeksLater(zone, kickOff, weeks));

function confirmDelete(staff: Staff, key: string, row: Row): Promise<Answer> {
  const { visit } = staff;
  const { title, consequences, yes } = visit.words.games.confirmDelete;
  return visit.html(
    200,
    <ConfirmationPage
      title={title(storedGame(row.file).title)}
      consequences={consequences}
      button={yes}
      visitor={visit.visitor}
      address={gameAddress(staff, key)}
      fields={{ action: 'delete', ...shownFields(row) }}
    />,
  );
}

/** Deletes the game that was shown. Throws Problem 404, 409 when it cannot be deleted, 412 when another change came first. */
export async function deleteGame(
  deps: GamePagesDeps,
  staff: Staff,
  key: string,
  sent: URLSearchParams,
): Promise<Answer> {
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
