// The labels of the markers, and the players that each marker asks for.
import type { Board, BoardEvent, Period } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { statusWords, words } from './console-words.ts';
import type { Draft } from './draft.ts';
import { isSavedKick } from '../shared/kicks.ts';

export const TYPE_LABELS: Readonly<Record<MarkerType, string>> = words.markers;

export type PlayerQuestion = {
  readonly question: string;
  /** The label of the button for "no player". */
  readonly noPlayer: string;
  /** Players of the pressed side, or of the other side. */
  readonly from: 'same' | 'other';
  /** The answer is on the bench, which is offered first. */
  readonly isForBench?: true;
};
type PlayerQuestions = {
  readonly primary: PlayerQuestion;
  readonly secondary?: PlayerQuestion;
  /** Recorded at the press, before a player is chosen. */
  readonly isImmediate?: true;
};

const { questions } = words;
const same = (question: string, noPlayer = words.unknown): PlayerQuestion => ({ question, noPlayer, from: 'same' });
const opposite = (question: string): PlayerQuestion => ({ question, noPlayer: words.unknown, from: 'other' });

/** The players that each play marker asks for. Markers that are not listed ask for none. */
export const PLAYER_QUESTIONS: Readonly<Partial<Record<MarkerType, PlayerQuestions>>> = {
  Goal: { primary: same(questions.scorer), secondary: same(questions.assist, questions.noAssist), isImmediate: true },
  PenaltyScored: { primary: same(questions.taker), isImmediate: true },
  PenaltyMissed: { primary: same(questions.taker), isImmediate: true },
  Save: { primary: same(questions.shooter) },
  Shot: { primary: same(questions.shot) },
  Miss: { primary: same(questions.missed) },
  ChanceCreated: { primary: same(questions.created) },
  Defense: { primary: same(questions.defended) },
  Foul: { primary: same(questions.fouler), secondary: opposite(questions.fouled) },
  YellowCard: { primary: same(questions.booked) },
  RedCard: { primary: same(questions.sentOff) },
  Substitution: { primary: same(questions.off), secondary: { ...same(questions.on), isForBench: true } },
  Penalty: { primary: same(questions.fouled), secondary: opposite(questions.fouler) },
};

/** Asked for a saved penalty: its marker names the goalkeeper first (rule STAT-4). */
export const SAVED_QUESTIONS: PlayerQuestions = {
  primary: same(questions.saved),
  secondary: opposite(questions.taker),
};

/** Several markers of a match have these types, each for another period. */
const OF_PERIODS: ReadonlySet<MarkerType> = new Set<MarkerType>(['Start', 'End', 'HalfTime']);

/** An entry in words, as `Goal`, `Own goal`, `2nd half`. `begun`: the period that a marker of the clock has begun. */
function entryLabel(
  event: Pick<BoardEvent, 'type' | 'own_goal' | 'second_yellow'> & { readonly second_player?: unknown },
  begun?: Period,
): string {
  if (begun !== undefined && begun !== 'first_half' && OF_PERIODS.has(event.type)) return statusWords.periods[begun];
  if (event.type === 'PenaltyMissed' && event.second_player !== undefined) return words.penaltySaved;
  if (event.own_goal) return words.ownGoal;
  return event.second_yellow === true ? words.secondYellow : TYPE_LABELS[event.type];
}

/** An entry of the board in words: a kick that names only the goalkeeper is saved too. */
export const labelOn = ({ keepers }: Pick<Board, 'keepers'>, event: BoardEvent, begun?: Period): string =>
  isSavedKick(event, keepers) ? words.penaltySaved : entryLabel(event, begun);

/** An entry in words, told from others of its type: `Goal, 12’, Riverside`. */
export const entryTitle = (
  event: BoardEvent,
  board: Pick<Board, 'home' | 'away' | 'keepers'>,
  begun?: Period,
): string =>
  [
    labelOn(board, event, begun),
    event.minute === undefined ? undefined : shownMinute(event.minute),
    event.team === undefined ? undefined : board[event.team]?.name,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

/** A draft in words, as `entryLabel`. */
export const labelOf = (
  { type, own_goal = false, secondary_player_pc_id: second_player }: Draft,
  begun?: Period,
): string => entryLabel({ type, own_goal, second_player }, begun);
