// What happened between two states of a match, for readers that want events and not states (rules HOOK-1 to HOOK-3). Pure.
import type { Board, BoardEvent, BoardState, MatchStatus } from '../../protocol/wire/board.ts';
import type { WebhookEvent } from '../../protocol/rest/webhook.ts';
import type { Match } from './match.ts';
import type { Pairing } from './pairing.ts';
import { itemsOf } from './persistent-list.ts';
import { withoutByes } from './sides.ts';
import { shareStructure } from './structural-sharing.ts';

type ShownEvent = BoardEvent & { readonly id: string };

export type MatchEvent = {
  readonly type: WebhookEvent;
  /** The pairing or match; null for scores or goals of a game with several pairings that were set by hand. */
  readonly matchId: string | null;
  /** The goal or card, as the live state shows it (of a cancelled goal: as it was shown). */
  readonly event?: ShownEvent;
};

type Counts = Readonly<Record<string, number>>;

/** The statuses of a match that has ended. */
const ENDED: readonly MatchStatus[] = ['completed', 'abandoned', 'awarded'];
const hasEnded = (status: MatchStatus): boolean => ENDED.includes(status);

/** The events between two states of one match, in the order of rule HOOK-2. */
export function eventsBetween(before: Match, after: Match): readonly MatchEvent[] {
  if (before.state === after.state) return [];
  const events = after.pairings.flatMap((pairing) => pairingEvents(before, after, pairing));
  return events.some(({ type }) => type === 'match.corrected') || isExplained(before, after, events)
    ? events
    : [...events, correctionOf(after)];
}

/** The event of a change of which it is not known what it replaced. */
export const correctionOf = (after: Match): MatchEvent => ({ type: 'match.corrected', matchId: onlyPairing(after) });

function pairingEvents(before: Match, after: Match, pairing: Pairing): readonly MatchEvent[] {
  const { id: matchId } = pairing.sides;
  const was = boardOf(before.state, matchId);
  const is = boardOf(after.state, matchId);
  if (was === undefined || is === undefined || was === is) return [];
  const [goalsBefore, goalsAfter] = [goalsOf(before, matchId), goalsOf(after, matchId)];
  const [cardsBefore, cardsAfter] = [cardsOf(was), cardsOf(is)];
  const of = (type: WebhookEvent, event?: ShownEvent): MatchEvent => ({ type, matchId, ...(event && { event }) });
  const starts = was.status === 'scheduled' && is.status === 'live';
  const ends = hasEnded(is.status) && !hasEnded(was.status);
  const isCorrected =
    (was.status !== is.status && !starts && !ends) ||
    (hasEnded(was.status) && hasEnded(is.status) && !isEqual(was.score, is.score)) ||
    [...goalsAfter].some(([key, goal]) => isEdited(goalsBefore.get(key), goal)) ||
    [...cardsAfter].some(([key, card]) => isEdited(cardsBefore.get(key), card)) ||
    [...cardsBefore.keys()].some((key) => !cardsAfter.has(key));
  return [
    ...(starts ? [of('match.started')] : []),
    ...(was.period === is.period ? [] : [of('period')]),
    ...without(goalsBefore, goalsAfter).map((goal) => of('goal.cancelled', goal)),
    ...without(goalsAfter, goalsBefore).map((goal) => of('goal', goal)),
    ...without(cardsAfter, cardsBefore).map((card) => of('card', card)),
    ...(ends ? [of('match.completed')] : []),
    ...(isCorrected ? [of('match.corrected')] : []),
  ];
}

const boardOf = (state: BoardState, id: string): Board | undefined => state.matches[id];

/** The goals that count, with their events, in match order. Kicks of a shootout are no goals. */
function goalsOf(match: Match, matchId: string): ReadonlyMap<string, ShownEvent> {
  const pairing = match.pairings.find(({ sides }) => sides.id === matchId);
  const events = boardOf(match.state, matchId)?.events ?? {};
  return new Map(
    (pairing === undefined ? [] : itemsOf(pairing.tally.entries)).flatMap(({ key }): [string, ShownEvent][] => {
      const id = match.markers.get(key)?.id ?? key;
      const event = events[id];
      return event === undefined ? [] : [[key, { id, ...event }]];
    }),
  );
}

const cardsOf = ({ events }: Board): ReadonlyMap<string, ShownEvent> =>
  new Map(
    Object.entries(events)
      .filter(([, { type }]) => type === 'YellowCard' || type === 'RedCard')
      .map(([id, event]) => [id, { id, ...event }]),
  );

const without = (
  some: ReadonlyMap<string, ShownEvent>,
  others: ReadonlyMap<string, ShownEvent>,
): readonly ShownEvent[] => [...some].flatMap(([key, event]) => (others.has(key) ? [] : [event]));

const isEqual = (a: unknown, b: unknown): boolean => a === b || shareStructure(a, b) === a;

const isEdited = (before: ShownEvent | undefined, after: ShownEvent): boolean =>
  before !== undefined && !isEqual(before, after);

function onlyPairing({ pairings }: Match): string | null {
  const [only, another] = withoutByes(pairings);
  return only !== undefined && another === undefined ? only.sides.id : null;
}

/** Whether goals of markers explain how scores and goal list changed. If not, they were set by hand or by an import. */
function isExplained(before: Match, after: Match, events: readonly MatchEvent[]): boolean {
  const [was, is] = [before.state, after.state];
  const hasGoals = events.some(({ type }) => type === 'goal' || type === 'goal.cancelled');
  if (was.kind === 'game' && is.kind === 'game' && !hasGoals && !isEqual(was.goals, is.goals)) return false;
  const [scoresBefore, scoresAfter] = [scoresOf(was), scoresOf(is)];
  const [countedBefore, countedAfter] = [countedGoals(before), countedGoals(after)];
  return Object.keys({ ...scoresBefore, ...scoresAfter }).every((team) => {
    const counted = (countedAfter[team] ?? 0) - (countedBefore[team] ?? 0);
    return (scoresAfter[team] ?? 0) - (scoresBefore[team] ?? 0) === counted;
  });
}

/** By team number for a game, by side for a match. */
function scoresOf(state: BoardState): Counts {
  if (state.kind === 'game') return state.team_scores;
  const { home = 0, away = 0 } = Object.values(state.matches)[0]?.score ?? {};
  return { home, away };
}

function countedGoals({ pairings }: Match): Counts {
  const counts: Record<string, number> = {};
  for (const { sides, tally } of pairings) {
    for (const side of ['home', 'away'] as const) {
      const team = sides[side] ?? side;
      counts[team] = (counts[team] ?? 0) + tally.goals[side];
    }
  }
  return counts;
}
