// Club games: scores, goals and markers, on explicit and legacy paths.
import { LRUCache } from 'lru-cache';
import type { BoardGoal } from '../../../protocol/wire/board.ts';
import { gameRef, type MatchRef } from '../../../protocol/wire/ids.ts';
import { goalsBody, markerBody, scoresBody, withoutUndefined } from '../../../protocol/rest/bodies.ts';
import type { z } from 'zod';
import { requireClub } from '../../auth/access.ts';
import type { Caller } from '../../auth/caller.ts';
import { clubForbidden } from '../../auth/access-problems.ts';
import type { LiveMatch } from '../../live/live-match.ts';
import { listMarkers } from '../../resources/markers.ts';
import type { Match } from '../../match/match.ts';
import type { Command } from '../../match/command.ts';
import { gameResult } from '../../resources/result.ts';
import { notFound } from '../../ops/problem.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Callers } from '../core/callers.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';
import { openListing } from './marker-list.ts';
import { deletedBody, markerKey, recordedAnswer, refusalOf } from './marker-answers.ts';

export type GamesDeps = {
  /** The live match, loaded if needed; null when there is none. Throws Problem 503. */
  readonly getMatch: (ref: MatchRef) => Promise<LiveMatch | null>;
  readonly findGame: (clubSlug: string, gameSlug: string) => Promise<number | null>;
  readonly clubExists: (slug: string) => Promise<boolean>;
};

/** Slugs remembered at most. */
const HINTS_MAX = 20_000;

/** A live match that is a club game, and the caller that may reach it. */
type Game = { readonly caller: Caller; readonly live: LiveMatch };

const gameMarker = markerBody('game');

export function openGames({ getMatch, findGame, clubExists }: GamesDeps, callers: Callers) {
  /** Ids by slug. Only hints: the match itself, which is in memory, shows whether one is still right. */
  const hints = new LRUCache<string, number>({ max: HINTS_MAX });
  const markersOf = openListing(gameMarkers);

  /** The caller, and the game of the path when the caller may reach its club. Throws Problem 401, 403, 404, 429 or 503. */
  async function gameOf(exchange: Exchange): Promise<Game> {
    const asked = callers.callerOf(exchange);
    const caller = asked instanceof Promise ? await asked : asked;
    const club = requireClub(caller, exchange.hasParam('club_slug') ? exchange.param('club_slug') : null);
    const slug = exchange.param('slug');
    const key = `${club}\n${slug}`;
    const hint = hints.get(key);
    const hinted = hint === undefined ? null : await load(hint, club, slug);
    if (hinted) return { caller, live: hinted };
    const id = await findGame(club, slug);
    const live = id === null ? null : await load(id, club, slug);
    if (id === null || !live) {
      // Only an administrator gets here with a club that does not exist (rule ACCESS-5).
      if (caller.kind === 'connected_app' && caller.isAdmin && !(await clubExists(club))) throw clubForbidden();
      throw notFound('Game');
    }
    hints.set(key, id);
    return { caller, live };
  }

  async function load(id: number, club: string, slug: string): Promise<LiveMatch | null> {
    const live = await getMatch(gameRef(id));
    const fixture = live?.match().fixture;
    return fixture?.kind === 'game' && fixture.clubSlug === club && fixture.slug === slug ? live : null;
  }

  async function setResult({ live, caller }: Game, command: Command, message: string): Promise<Answer> {
    const { outcome, match } = await live.record(command, caller.tokenId);
    if (outcome.kind !== 'set') throw refusalOf(outcome);
    return apiJson(200, { message, game: gameResult(match) });
  }

  return {
    async patchScores(exchange: Exchange): Promise<Answer> {
      const game = await gameOf(exchange);
      const { scores } = await readBody(exchange, scoresBody);
      return setResult(game, { kind: 'scores', scores }, 'Scores updated.');
    },
    async patchGoals(exchange: Exchange): Promise<Answer> {
      const game = await gameOf(exchange);
      const { goals } = await readBody(exchange, goalsBody);
      return setResult(game, { kind: 'goals', goals: goals.map(boardGoal) }, 'Goals updated.');
    },
    async postMarker(exchange: Exchange): Promise<Answer> {
      const { live, caller } = await gameOf(exchange);
      const marker = await readBody(exchange, gameMarker);
      const { outcome } = await live.record({ kind: 'record', marker, repeat: 'update' }, caller.tokenId);
      return recordedAnswer(outcome);
    },
    async listMarkers(exchange: Exchange): Promise<Answer> {
      const { live } = await gameOf(exchange);
      return markersOf(exchange, live.match());
    },
    async deleteMarker(exchange: Exchange): Promise<Answer> {
      const { live, caller } = await gameOf(exchange);
      const key = markerKey(exchange.param('id'));
      const { outcome } = await live.record({ kind: 'delete', key }, caller.tokenId);
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

/** A goal as it is stored: without the fields that have no value. */
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
