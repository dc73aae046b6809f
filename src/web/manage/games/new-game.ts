// `…/games/new`: makes a game, or one for each week, as the last game was or as a copy of any.
import { slug } from '../../../../protocol/data-file/fields.ts';
import type { Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import { seeOther } from '../../layout/html-answer.ts';
import { creationKey, formKeyIn, keyField, newFormKey } from '../form-key.ts';
import { nextWeekly, weeksLater } from '../local-time.ts';
import { createCounted, type Saved, secondsUntil } from '../save-row.ts';
import type { Staff } from '../staff.ts';
import { formPage, type GamePagesDeps, peopleOf, requireGame, squadOf, timed, toConsole } from './form-answer.tsx';
import type { FormPageProps } from './form-page.tsx';
import { gameFields } from './game-fields.ts';
import { copyOfGame, firstGame, type GameForm, hasFormTeams, nextGame, readGameForm, storedGame } from './game-form.ts';

/** The form of a new game: a copy of the game that `from` of the query names, else as the last game was. Throws Problem 404. */
export async function showNewGame(deps: GamePagesDeps, staff: Staff): Promise<Answer> {
  const { query } = staff.visit;
  const copied = slugIn(query.get('from'));
  const people = await peopleOf(deps, staff, copied);
  const { form, isFirst } = await newForm(deps, staff, {
    from: copied ?? people.lastGame,
    isCopy: copied !== null,
    when: query.get('when') === 'now' ? 'now' : 'at',
  });
  return newPage(deps, staff, {
    form,
    people,
    isZoneGuessed: isFirst,
    formKey: newFormKey(),
    copied,
  });
}

/** No game has the slug ''. A text that is no slug may have characters that the database refuses. */
const slugIn = (text: string | null): string | null => (text === null || slug.safeParse(text).success ? text : '');

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
    copied,
    ...props
  }: Pick<FormPageProps, 'form' | 'people' | 'isZoneGuessed'> & {
    readonly faults?: FormPageProps['faults'];
    readonly wait?: FormPageProps['wait'];
    readonly formKey: string;
    /** The slug of the game that is copied; null for none. */
    readonly copied: string | null;
  },
): Promise<Answer> =>
  formPage(deps, staff, {
    faults: [],
    ...props,
    title: staff.visit.words.games.newGame,
    address: `${staff.address}/games/new`,
    maybe: new Set(),
    hidden: { ...keyField(formKey), ...(copied === null ? {} : { copied }) },
    stored: null,
  });

/** Makes the game, or one for each week. Throws Problem 404 when the game to copy was deleted. */
export async function createGame(deps: GamePagesDeps, staff: Staff, sent: URLSearchParams): Promise<Answer> {
  const form = readGameForm(sent);
  const copied = slugIn(sent.get('copied'));
  const people = await peopleOf(deps, staff, copied);
  const formKey = formKeyIn(sent);
  const { words } = staff.visit;
  const made = gameFields(form, { squad: squadOf(people), stored: null, now: Date.now(), words: words.games.faults });
  const again = { form, people, formKey, copied, isZoneGuessed: false };
  if ('faults' in made) return newPage(deps, staff, { ...again, faults: made.faults });
  const { fields, kickOff, weeks } = made;
  if (kickOff === null) throw new TypeError('A new game has a kick-off.');
  // The form is sent again from its first game on: it needs room for all of them at once.
  const seconds = secondsUntil(deps, staff, 'game', weeks);
  if (seconds !== null) return newPage(deps, staff, { ...again, wait: { seconds, then: sent.get('then') ?? 'list' } });
  const games: Row[] = [];
  for (let week = 0; week < weeks; week += 1) {
    const at = weeksLater(form.zone, kickOff, week);
    const inSeries = games[0] === undefined ? fields : { ...fields, series_id: games[0].file['id'] };
    const saved = await createCounted(deps, staff, 'game', timed(inSeries, at), creationKey(sent, week, formKey));
    // The games before it are made. The same form again goes on behind them, because each has its key.
    if (saved.outcome !== 'saved') return newPage(deps, staff, { ...again, faults: faultsOf(saved) });
    games.push(saved.row);
  }
  const [first] = games;
  if (first !== undefined && sent.get('then') === 'score') return toConsole(deps, staff, first);
  return seeOther(`${staff.address}?done=${weeks === 1 ? 'created' : 'several'}`);
}

const faultsOf = (saved: Saved) => (saved.outcome === 'refused' ? saved.faults : []);
