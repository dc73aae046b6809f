// `…/games/{game}/edit`: changes a game, or deletes it.
import type { Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import { ConfirmationPage } from '../../layout/confirmation.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { PageProblem } from '../../layout/page-problem.ts';
import { changeRow, keptFields, removeRow, shownFields, shownIn } from '../save-row.ts';
import type { Staff } from '../staff.ts';
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
import { gameFields } from './game-fields.ts';
import { formOfGame, hasFormTeams, readGameForm, storedGame } from './game-form.ts';

export async function showStoredGame(deps: GamePagesDeps, staff: Staff, key: string): Promise<Answer> {
  const row = await requireGame(deps, staff, key);
  if (staff.visit.query.get('ask') === 'delete') return confirmDelete(staff, key, row);
  return storedPage(deps, staff, { key, row, form: formOfGame(storedGame(row.file)), faults: [], newer: null });
}

type StoredPage = Pick<FormPageProps, 'form' | 'faults'> & {
  readonly key: string;
  /** As it is stored now. */
  readonly row: Row;
  readonly newer: NonNullable<FormPageProps['stored']>['newer'];
  /** The mark of the version that the visitor has seen; without it, of `row`. */
  readonly hidden?: FormPageProps['hidden'];
};

async function storedPage(
  deps: GamePagesDeps,
  staff: Staff,
  { key, row, form, faults, newer, hidden = shownFields(row) }: StoredPage,
): Promise<Answer> {
  const game = storedGame(row.file);
  const known = await peopleOf(deps, staff, key);
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
  const made = gameFields(form, {
    ...{ squad: squadOf(people), stored: storedGame(row.file), now: Date.now(), words: staff.visit.words.games.faults },
  });
  const hidden = keptFields(shown);
  if ('faults' in made) return storedPage(deps, staff, { key, row, form, faults: made.faults, newer: null, hidden });
  const { fields, kickOff } = made;
  const saved = await orGone(staff, () =>
    changeRow(deps, staff, { kind: 'game', key, shown }, kickOff === null ? fields : timed(fields, kickOff)),
  );
  switch (saved.outcome) {
    case 'saved':
      return sent.get('then') === 'score'
        ? toConsole(deps, staff, saved.row)
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
