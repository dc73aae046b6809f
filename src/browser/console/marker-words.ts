// The labels of the markers, and the players that each marker asks for.
import type { Board, BoardEvent } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { words } from './console-words.ts';
import type { Draft } from './draft.ts';

export const TYPE_LABELS: Readonly<Record<MarkerType, string>> = {
  Start: 'Kick-off',
  Break: 'Clock stopped',
  Resume: 'Clock restarted',
  End: 'End',
  PenaltyShootout: 'Penalty shootout',
  ResetMatch: 'Match reset',
  Keeper: 'Goalkeepers',
  Goal: 'Goal',
  Miss: 'Missed chance',
  Save: 'Shot saved',
  Shot: 'Shot off target',
  ChanceCreated: 'Chance created',
  Defense: 'Defence',
  Foul: 'Foul',
  YellowCard: 'Yellow card',
  RedCard: 'Red card',
  Substitution: 'Substitution',
  Penalty: 'Penalty awarded',
  PenaltyScored: 'Penalty scored',
  PenaltyMissed: 'Penalty missed',
  Event: 'Note',
  HalfTime: 'Half-time',
  ExtraTime1: 'Extra time',
  ExtraTime2: 'Extra time, 2nd half',
  FullTime: 'Full time',
};

export type PlayerQuestion = {
  readonly question: string;
  /** The label of the button for "no player". */
  readonly noPlayer: string;
  /** Players of the pressed side, or of the other side. */
  readonly from: 'same' | 'other';
  /** The answer is on the bench, which is offered first. */
  readonly isForBench?: true;
};
export type PlayerQuestions = {
  readonly primary: PlayerQuestion;
  readonly secondary?: PlayerQuestion;
  /** Recorded at the press, before a player is chosen. */
  readonly isImmediate?: true;
};

const same = (question: string, noPlayer = 'Unknown'): PlayerQuestion => ({ question, noPlayer, from: 'same' });
const opposite = (question: string): PlayerQuestion => ({ question, noPlayer: 'Unknown', from: 'other' });

/** The players that each play marker asks for. Markers that are not listed ask for none. */
export const PLAYER_QUESTIONS: Readonly<Partial<Record<MarkerType, PlayerQuestions>>> = {
  Goal: { primary: same('Who scored?'), secondary: same('Assist?', 'No assist'), isImmediate: true },
  PenaltyScored: { primary: same('Who took the penalty?'), isImmediate: true },
  PenaltyMissed: { primary: same('Who took the penalty?'), isImmediate: true },
  Save: { primary: same('Whose shot was saved?') },
  Shot: { primary: same('Whose shot was it?') },
  Miss: { primary: same('Who missed the chance?') },
  ChanceCreated: { primary: same('Who created the chance?') },
  Defense: { primary: same('Who defended?') },
  Foul: { primary: same('Who committed the foul?'), secondary: opposite('Who was fouled?') },
  YellowCard: { primary: same('Who is booked?') },
  RedCard: { primary: same('Who is sent off?') },
  Substitution: { primary: same('Who goes off?'), secondary: { ...same('Who comes on?'), isForBench: true } },
  Penalty: { primary: same('Who was fouled?'), secondary: opposite('Who committed the foul?') },
};

/** Asked for a saved penalty: its marker names the goalkeeper first (rule STAT-4). */
export const SAVED_QUESTIONS: PlayerQuestions = {
  primary: same('Who saved it?'),
  secondary: opposite('Who took the penalty?'),
};

/** An entry in words, as `Goal`, `Own goal`, `Second yellow card`. */
export function entryLabel(
  event: Pick<BoardEvent, 'type' | 'own_goal' | 'second_yellow'> & { readonly second_player?: unknown },
): string {
  if (event.type === 'PenaltyMissed' && event.second_player !== undefined) return words.penaltySaved;
  if (event.own_goal) return 'Own goal';
  return event.second_yellow === true ? 'Second yellow card' : TYPE_LABELS[event.type];
}

/** An entry in words, told from others of its type: `Goal, 12’, Riverside`. */
export const entryTitle = (event: BoardEvent, board: Pick<Board, 'home' | 'away'>): string =>
  [
    entryLabel(event),
    event.minute === undefined ? undefined : shownMinute(event.minute),
    event.team === undefined ? undefined : board[event.team]?.name,
  ]
    .filter((part) => part !== undefined)
    .join(', ');

/** A draft in words, as `entryLabel`. */
export const labelOf = ({ type, own_goal = false, secondary_player_pc_id: second_player }: Draft): string =>
  entryLabel({ type, own_goal, second_player });
