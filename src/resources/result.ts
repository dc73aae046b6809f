// The result of a match for the REST interface (rules SCORE-4 to SCORE-7, READ-15, READ-16, LIFE-11).
import type { z } from 'zod';
import type { PublicNames } from '../../protocol/data-file/fields.ts';
import type { BoardEvent, BoardGoal, GameState, MatchState } from '../../protocol/wire/board.ts';
import type { gameResult as gameResultSchema } from '../../protocol/rest/game-result.ts';
import type { TournamentMatch } from '../../protocol/rest/tournament.ts';
import type { Match } from '../match/apply.ts';
import { hasBegun } from '../match/board.ts';
import type { FixtureSide, TournamentFixture } from '../match/fixture.ts';
import { effectiveManualResult } from '../match/manual-result.ts';
import { publicGoal, publicNamesOf } from '../match/public-names.ts';
import { eventsOf } from '../match/pairing.ts';
import { itemsOf } from '../match/persistent-list.ts';
import { winningSide } from '../match/winner.ts';
import { isoTimeOrNull } from '../../protocol/wire/iso-time.ts';
import { playedBoards } from '../../protocol/wire/played-boards.ts';

export type GameResult = z.infer<typeof gameResultSchema>;

/** The Game result of a club game. Throws TypeError for a tournament match. */
export function gameResult(match: Match): GameResult {
  const { named: state } = match;
  if (state.kind !== 'game') throw new TypeError(`match:${String(state.id)} is no club game`);
  return {
    id: state.id,
    slug: state.slug,
    title: state.title,
    team_scores: state.team_scores,
    score: scoreText(match, state),
    goals: state.goals.map(goalResource),
  };
}

const goalResource = (goal: BoardGoal): GameResult['goals'][number] => ({
  team: goal.team,
  scorer: goal.scorer,
  user_id: goal.user_id ?? null,
  minute: goal.minute ?? null,
  penalty: goal.penalty,
  own_goal: goal.own_goal,
  assister: goal.assister ?? null,
  assister_user_id: goal.assister_user_id ?? null,
});

/**
 * `Reds 2 · Bibs 2 (4–3 on penalties)`, with several pairings `(Reds vs Bibs 4–3 on penalties)`; null until a score, a goal or a
 * Start is recorded (rules SCORE-7, KICK-5).
 */
function scoreText(match: Match, state: GameState): string | null {
  if (match.fixture.kind !== 'game') return null;
  const manual = effectiveManualResult(match.hand, match.manualSince);
  const isRecorded =
    Object.keys(manual.offsets).length > 0 ||
    state.goals.length > 0 ||
    match.pairings.some(({ tally }) => hasBegun(tally));
  if (!isRecorded) return null;
  const teams = [...match.fixture.teams].sort((a, b) => a.number - b.number);
  const scores = teams.map(({ number, name }) => `${name} ${String(state.team_scores[String(number)] ?? 0)}`);
  const boards = Object.values(state.matches);
  const isOne = playedBoards(state).length === 1;
  const shootouts = boards.flatMap(
    ({ home, away, score: { home_penalties: homeKicks, away_penalties: awayKicks } }) => {
      if (away === undefined || homeKicks === undefined || awayKicks === undefined) return [];
      return [` (${isOne ? '' : `${home.name} vs ${away.name} `}${homeKicks}–${awayKicks} on penalties)`];
    },
  );
  return scores.join(' · ') + shootouts.join('');
}

/**
 * The fields of a tournament match that come from markers and from the data file's result. `policy`: how juniors are
 * named (rule NAME-3). Throws TypeError for a club game.
 */
export function matchResult(match: Match, policy: PublicNames = 'full') {
  const { named: state, fixture } = match;
  const [pairing] = match.pairings;
  if (state.kind !== 'match' || fixture.kind !== 'match' || pairing === undefined) {
    throw new TypeError(`game:${String(state.id)} is no tournament match`);
  }
  const board = state.matches[String(state.id)];
  if (board === undefined) throw new TypeError(`match:${String(state.id)} has no board`);
  const { life, entries, juniors } = pairing.tally;
  const names = policy === 'full' ? null : publicNamesOf({ ...fixture, publicNames: policy });
  const events = names === null ? eventsOf(pairing) : eventsOf(pairing).map(names.event);
  const goals = itemsOf(entries).map(({ goal }) =>
    names === null ? goal : publicGoal(goal, names, (name) => juniors.has(name)),
  );
  const { home, away, home_penalties, away_penalties } = board.score;
  return {
    status: board.status,
    period: board.period,
    started_at: isoTimeOrNull(life.startedAt),
    ended_at: isoTimeOrNull(life.endedAt),
    played_at: isoTimeOrNull(life.endedAt ?? fixture.given.playedAt),
    score: {
      home: home ?? null,
      away: away ?? null,
      home_penalties: home_penalties ?? null,
      away_penalties: away_penalties ?? null,
    },
    winner_club_id: winnerOf(fixture, board)?.clubId ?? null,
    goals: goals.map((goal): TournamentMatch['goals'][number] => ({
      team: goal.team === 'home' ? 'home' : 'away',
      scorer: goal.scorer,
      minute: goal.minute ?? null,
      own_goal: goal.own_goal,
      penalty: goal.penalty,
      assister: goal.assister ?? null,
    })),
    cards: events.flatMap(card),
    commentary: events.filter(isCommentary).map((event): TournamentMatch['commentary'][number] => ({
      type: event.type,
      minute: event.minute ?? null,
      team: event.team ?? null,
      player: event.player?.name ?? null,
      text: event.label ?? null,
      timestamp: event.at,
    })),
  };
}

/** A card without a known side counts for none (rule SIDE-4). */
function card(event: BoardEvent): TournamentMatch['cards'] {
  if (event.team === undefined || (event.type !== 'YellowCard' && event.type !== 'RedCard')) return [];
  return [
    {
      team: event.team,
      player: event.player?.name ?? null,
      minute: event.minute ?? null,
      type: event.type === 'YellowCard' ? 'yellow' : 'red',
      second_yellow: event.second_yellow === true,
    },
  ];
}

const isCommentary = ({ type, label }: BoardEvent): boolean => type === 'Event' || (label ?? '').trim() !== '';

/** Null for a draw, before the end, and for an empty side (rules SCORE-4, SCORE-5). */
function winnerOf(fixture: TournamentFixture, board: MatchState['matches'][string]): FixtureSide | null {
  const side = winningSide(board);
  return side === null || fixture[side].id === null ? null : fixture[side];
}
