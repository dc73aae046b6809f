// Club games: scores, goals and markers, on explicit and legacy paths.
import type { BoardGoal } from '../../../protocol/wire/board.ts';
import { gameRef, type MatchRef } from '../../../protocol/wire/ids.ts';
import { goalsBody, markerBody, scoresBody, withoutUndefined } from '../../../protocol/rest/bodies.ts';
import type { z } from 'zod';
import { requireClub } from '../../auth/access.ts';
import type { Caller } from '../../auth/caller.ts';
import { clubForbidden } from '../../auth/access-problems.ts';
import type { Recorded } from '../../live/batch.ts';
import type { GameFixture } from '../../match/fixture.ts';
import { listMarkers } from '../../resources/markers.ts';
import type { Match } from '../../match/match.ts';
import type { Command } from '../../match/command.ts';
import { gameResult } from '../../resources/result.ts';
import { notFound } from '../../ops/problem.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';
import { openListing } from './marker-list.ts';
import { deletedBody, markerKey, recordedAnswer, refusalOf } from './marker-answers.ts';

export type GamesDeps = {
  /** The match in memory, loaded if needed; null when there is none. Throws Problem 503. */
  readonly getMatch: (ref: MatchRef) => Promise<Match | null>;
  /** Decides, commits, publishes. Throws Problem 503. */
  readonly record: (ref: MatchRef, command: Command, tokenId: number | null) => Promise<Recorded>;
  readonly findGame: (clubSlug: string, gameSlug: string) => Promise<number | null>;
  readonly clubExists: (slug: string) => Promise<boolean>;
};

/** Slugs remembered at most; then all are looked up again. */
const HINTS_MAX = 20_000;

type Game = { readonly ref: MatchRef; readonly match: Match; readonly fixture: GameFixture };

const gameMarker = markerBody('game');

export function openGames({ getMatch, record, findGame, clubExists }: GamesDeps) {
  /** Ids by slug. Only hints: whether one is still right is seen from the match itself, which is in memory. */
  const hints = new Map<string, number>();
  const markersOf = openListing(gameMarkers);

  /** The game of the path, once the caller is known to reach its club. Throws Problem 403 or 404. */
  async function gameOf(exchange: Exchange, caller: Caller): Promise<Game> {
    const club = requireClub(caller, exchange.hasParam('club_slug') ? exchange.param('club_slug') : null);
    const slug = exchange.param('slug');
    const key = `${club}\n${slug}`;
    const hint = hints.get(key);
    const hinted = hint === undefined ? null : await load(hint, club, slug);
    if (hinted) return hinted;
    const id = await findGame(club, slug);
    const game = id === null ? null : await load(id, club, slug);
    if (id === null || !game) {
      // Only an administrator gets here with a club that does not exist (rule ACCESS-5).
      if (caller.kind === 'connected_app' && caller.isAdmin && !(await clubExists(club))) throw clubForbidden();
      throw notFound('Game');
    }
    if (hints.size >= HINTS_MAX) hints.clear();
    hints.set(key, id);
    return game;
  }

  async function load(id: number, club: string, slug: string): Promise<Game | null> {
    const ref = gameRef(id);
    const match = await getMatch(ref);
    if (match?.fixture.kind !== 'game') return null;
    const { fixture } = match;
    return fixture.clubSlug === club && fixture.slug === slug ? { ref, match, fixture } : null;
  }

  async function setResult(game: Game, command: Command, caller: Caller, message: string): Promise<Answer> {
    const { outcome, match } = await record(game.ref, command, caller.tokenId);
    if (outcome.kind !== 'set') throw refusalOf(outcome);
    return apiJson(200, { message, game: gameResult(match) });
  }

  return {
    async patchScores(exchange: Exchange, caller: Caller): Promise<Answer> {
      const game = await gameOf(exchange, caller);
      const { scores } = await readBody(exchange, scoresBody);
      return setResult(game, { kind: 'scores', scores }, caller, 'Scores updated.');
    },
    async patchGoals(exchange: Exchange, caller: Caller): Promise<Answer> {
      const game = await gameOf(exchange, caller);
      const { goals } = await readBody(exchange, goalsBody);
      return setResult(game, { kind: 'goals', goals: goals.map(boardGoal) }, caller, 'Goals updated.');
    },
    async postMarker(exchange: Exchange, caller: Caller): Promise<Answer> {
      const game = await gameOf(exchange, caller);
      const marker = await readBody(exchange, gameMarker);
      const { outcome } = await record(game.ref, { kind: 'record', marker, repeat: 'update' }, caller.tokenId);
      return recordedAnswer(outcome);
    },
    async listMarkers(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { match } = await gameOf(exchange, caller);
      return markersOf(exchange, match);
    },
    async deleteMarker(exchange: Exchange, caller: Caller): Promise<Answer> {
      const game = await gameOf(exchange, caller);
      const key = markerKey(exchange.param('id'));
      const { outcome } = await record(game.ref, { kind: 'delete', key }, caller.tokenId);
      return apiJson(200, deletedBody(outcome));
    },
  };
}

function gameMarkers(match: Match): unknown {
  if (match.fixture.kind !== 'game') throw new TypeError('This is no club game.');
  const { id, slug, gameMode } = match.fixture;
  return { game: { id, slug }, game_mode: gameMode, markers: listMarkers(match) };
}

type GoalInput = z.infer<typeof goalsBody>['goals'][number];

/** A goal as it is kept: what has no value is left out. */
const boardGoal = ({
  team,
  scorer,
  user_id,
  minute,
  penalty,
  own_goal,
  assister,
  assister_user_id,
}: GoalInput): BoardGoal =>
  withoutUndefined({
    team,
    scorer,
    user_id: user_id ?? undefined,
    minute: minute ?? undefined,
    penalty: penalty ?? false,
    own_goal: own_goal ?? false,
    assister: assister ?? undefined,
    assister_user_id: assister_user_id ?? undefined,
  });
