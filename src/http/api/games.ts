// Club games: scores, goals, line-ups and markers, on explicit and legacy paths.
import { boundedMap } from '../../ops/bounded-map.ts';
import { gameRef, type MatchRef } from '../../../protocol/wire/ids.ts';
import { goalsBody, scoresBody, toBoardGoal } from '../../../protocol/rest/game-result.ts';
import { participantsBody } from '../../../protocol/rest/lineups.ts';
import { markerBody, markerReplacementBody } from '../../../protocol/rest/marker.ts';
import { requireClub } from '../../auth/access.ts';
import type { Caller } from '../../auth/caller.ts';
import type { LiveMatch } from '../../live/live-match.ts';
import { markersInPieces } from '../../resources/markers.ts';
import type { Match } from '../../match/match.ts';
import type { Command } from '../../match/command.ts';
import { gameResult } from '../../resources/result.ts';
import { notFound } from '../../ops/not-found.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';
import { requireExisting } from './existing-owner.ts';
import type { LineupAnswers } from './lineups.ts';
import { deletedBody, markerKey, openListing, readReplacement, recordedAnswer, refusalOf } from './markers.ts';

export type GamesDeps = {
  /** The live match, loaded if needed; null when there is none. Throws Problem 503. */
  readonly getMatch: (ref: MatchRef) => Promise<LiveMatch | null>;
  readonly findGame: (clubSlug: string, gameSlug: string) => Promise<number | null>;
  readonly clubExists: (slug: string) => Promise<boolean>;
};

/** Maximum number of slugs in memory. */
const HINTS_MAX = 20_000;

const gameMarker = markerBody('game');
const replacement = markerReplacementBody('game');

export function openGames({ getMatch, findGame, clubExists }: GamesDeps, lineups: LineupAnswers) {
  /** Ids by slug. Only hints: the match itself, which is in memory, shows whether one is still right. */
  const hints = boundedMap<string, number>(HINTS_MAX);
  const markersOf = openListing(gameMarkers);

  /** The game of the path when the caller may reach its club. Throws Problem 403, 404 or 503. */
  async function gameOf(exchange: Exchange, caller: Caller): Promise<LiveMatch> {
    const club = requireClub(caller, exchange.hasParam('club_slug') ? exchange.param('club_slug') : null);
    const slug = exchange.param('slug');
    const key = `${club}\n${slug}`;
    const hint = hints.get(key);
    const hinted = hint === undefined ? null : await getMatch(gameRef(hint));
    if (hinted && hasPath(hinted, club, slug)) return hinted;
    const id = await findGame(club, slug);
    const live = id === null ? null : await getMatch(gameRef(id));
    if (id === null || !live || !hasPath(live, club, slug)) {
      await requireExisting('club', club, caller, clubExists);
      throw notFound('Game');
    }
    hints.set(key, id);
    return live;
  }

  async function setResult(live: LiveMatch, caller: Caller, command: Command, message: string): Promise<Answer> {
    const { outcome, match } = await live.record(command, caller.tokenId);
    if (outcome.kind !== 'set') throw refusalOf(outcome);
    return apiJson(200, { message, game: gameResult(match) });
  }

  return {
    async patchScores(exchange: Exchange, caller: Caller): Promise<Answer> {
      const live = await gameOf(exchange, caller);
      const { scores } = await readBody(exchange, scoresBody);
      return setResult(live, caller, { kind: 'scores', scores }, 'Scores updated.');
    },
    async patchGoals(exchange: Exchange, caller: Caller): Promise<Answer> {
      const live = await gameOf(exchange, caller);
      const { goals } = await readBody(exchange, goalsBody);
      return setResult(live, caller, { kind: 'goals', goals: goals.map(toBoardGoal) }, 'Goals updated.');
    },
    async getParticipants(exchange: Exchange, caller: Caller): Promise<Answer> {
      const live = await gameOf(exchange, caller);
      return lineups.read(live);
    },
    async patchParticipants(exchange: Exchange, caller: Caller): Promise<Answer> {
      const live = await gameOf(exchange, caller);
      return lineups.change(live, () => readBody(exchange, participantsBody), caller.tokenId);
    },
    async postGameMarker(exchange: Exchange, caller: Caller): Promise<Answer> {
      const live = await gameOf(exchange, caller);
      const marker = await readBody(exchange, gameMarker);
      const { outcome } = await live.record({ kind: 'record', marker, repeat: 'update' }, caller.tokenId);
      return recordedAnswer(outcome);
    },
    async listGameMarkers(exchange: Exchange, caller: Caller): Promise<Answer> {
      const live = await gameOf(exchange, caller);
      return markersOf(exchange, live.match(), caller);
    },
    async putGameMarker(exchange: Exchange, caller: Caller): Promise<Answer> {
      const live = await gameOf(exchange, caller);
      const marker = await readReplacement(exchange, live, replacement);
      const { outcome } = await live.record({ kind: 'replace', marker }, caller.tokenId);
      return recordedAnswer(outcome);
    },
    async deleteGameMarker(exchange: Exchange, caller: Caller): Promise<Answer> {
      const live = await gameOf(exchange, caller);
      const key = markerKey(exchange.param('id'));
      const { outcome } = await live.record({ kind: 'delete', key }, caller.tokenId);
      return apiJson(200, deletedBody(outcome));
    },
  };
}

/** Whether the match is the game of this path. */
function hasPath(live: LiveMatch, club: string, slug: string): boolean {
  const { fixture } = live.match();
  return fixture.kind === 'game' && fixture.clubSlug === club && fixture.slug === slug;
}

function* gameMarkers(match: Match): Generator<void, string> {
  if (match.fixture.kind !== 'game') throw new TypeError('This is no club game.');
  const { id, slug, gameMode } = match.fixture;
  const markers = yield* markersInPieces(match);
  return `{"game":${JSON.stringify({ id, slug })},"game_mode":${gameMode},"markers":${markers}}`;
}
