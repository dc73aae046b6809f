// What the pages of one game share: their dependencies and addresses, and the answer with the form.
import type { Fields, Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import { Problem } from '../../../ops/problem.ts';
import type { ClubPeople } from '../../../store/club-people.ts';
import type { IntegrationQueries } from '../../../store/queries.ts';
import type { BuiltPages } from '../../built-files.ts';
import { type ConsoleEntryDeps, consoleEntry } from '../../console-access.tsx';
import { seeOther } from '../../layout/html-answer.ts';
import { PageProblem } from '../../layout/page-problem.ts';
import { readRow } from '../save-row.ts';
import type { Staff, StaffDeps } from '../staff.ts';
import { FormPage, type FormPageProps } from './form-page.tsx';
import { type GamesPageDeps, noticeIn } from './games-page.tsx';

export type GamePagesDeps = StaffDeps &
  GamesPageDeps &
  ConsoleEntryDeps & {
    readonly integrations: Pick<IntegrationQueries, 'readClubPeople' | 'readFollowing'>;
    /** Null when the pages are not built: then the forms have no script. */
    readonly pages?: BuiltPages | null | undefined;
  };

/** The address of the page that changes a game. */
export const gameAddress = ({ address }: Staff, slug: string): string =>
  `${address}/games/${encodeURIComponent(slug)}/edit`;

/** `game`: the slug of the game whose players the form shows; null for none. */
export const peopleOf = (
  { integrations }: GamePagesDeps,
  { resource }: Staff,
  game: string | null,
): Promise<ClubPeople> => integrations.readClubPeople(resource.id, game, Date.now());

/** The shirt numbers of the squad, by the key of the person; null for a person without one. */
export const squadOf = ({ people }: ClubPeople): ReadonlyMap<string, number | null> =>
  new Map(people.map(({ key, number }) => [key, number]));

/** The parts of the page that are the same for all forms. */
export function formPage(
  { pages }: GamePagesDeps,
  staff: Staff,
  props: Omit<FormPageProps, 'staff' | 'scripts' | 'notice'>,
): Promise<Answer> {
  const script = pages?.manifest['game-form']?.js;
  const scripts = script === undefined ? [] : [script];
  const status = props.faults.length > 0 || (props.stored?.newer ?? null) !== null ? 422 : 200;
  const page = <FormPage {...props} staff={staff} scripts={scripts} notice={noticeIn(staff.visit)} />;
  const hasScripts = script !== undefined;
  if (props.wait === undefined) return staff.visit.html(status, page, { hasScripts });
  return staff.visit.html(429, page, { hasScripts, more: { 'retry-after': String(props.wait.seconds) } });
}

/** The fields with a kick-off. `at`: ms since 1970. */
export const timed = (fields: Fields, at: number): Fields => ({ ...fields, date_time: new Date(at).toISOString() });

/** Throws Problem 404 in the words of the visitor. */
export async function requireGame(deps: GamePagesDeps, staff: Staff, key: string): Promise<Row> {
  return orGone(staff, () => readRow(deps, staff, 'game', key));
}

/** Runs the work. A Problem 404 that it throws is told in the words of the visitor. */
export async function orGone<T>({ visit }: Staff, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    throw new PageProblem(404, visit.words.games.gone, { hint: visit.words.games.goneAdvice });
  }
}

/** The console of a game, on this device, as this visitor. */
export const toConsole = async (deps: GamePagesDeps, { visit }: Staff, { file }: Row): Promise<Answer> =>
  seeOther(await consoleEntry(deps, visit, `/console/game:${String(file['id'])}`));
