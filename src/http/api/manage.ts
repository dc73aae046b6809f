// What staff manage one by one: games, members, juniors, teams, players and matches (rules MANAGE-1 to MANAGE-8).
import {
  cancellationBody,
  changeBodies,
  creationBodies,
  MANAGED_NAMES,
  MANAGED_OWNERS,
  type ManagedKind,
  restorationQuery,
} from '../../../protocol/rest/managed.ts';
import { requireClub, requireTournament } from '../../auth/access.ts';
import { type Caller, userIdOf } from '../../auth/caller.ts';
import { notFound } from '../../ops/not-found.ts';
import { invalid } from '../../ops/problem.ts';
import { type Answer, apiJson, notModified } from '../core/answer.ts';
import type { CallerHandle, Exchange } from '../core/exchange.ts';
import { detailsOf, readAccepted, readBody } from '../core/json-body.ts';
import { isMatch } from '../core/negotiation.ts';
import { requireExisting } from './existing-owner.ts';
import type { GamesDeps } from './games.ts';
import type { MatchesDeps } from './tournament-matches.ts';
import { readId } from '../../../protocol/wire/ids.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Which kind of row of which club or tournament, by its slug. `by`: the user of an app; null for an API key. */
export type Target = { readonly kind: ManagedKind; readonly owner: string; readonly by: number | null };

/** A row as the data file has it. */
export type Row = { readonly file: Fields; readonly etag: string; readonly isOfService: boolean };

export type ManageDeps = Pick<GamesDeps, 'clubExists'> &
  Pick<MatchesDeps, 'tournamentExists'> & {
    readonly managed: ManagedRows;
  };

/**
 * What changes rows, for endpoints and pages. Each function but the first throws Problem 404, 409, 412, 422 or 503. `key`: the slug
 * of a game, the id of others.
 */
export type ManagedRows = {
  /** Counts one change, or `count` at once (rule MANAGE-8). Throws Problem 429 with `Retry-After`, and then counts none. */
  readonly countChange: (target: Target, count?: number) => void;
  readonly read: (target: Target, key: string) => Promise<Row>;
  readonly create: (target: Target, fields: Fields, key: string | null) => Promise<Row & { readonly isNew: boolean }>;
  readonly change: (target: Target, key: string, fields: Fields, ifMatch: string | null) => Promise<Row>;
  readonly remove: (target: Target, key: string, ifMatch: string | null) => Promise<unknown>;
  /** Cancels a game, or the games of its series from it on (rule MANAGE-14). */
  readonly cancel: (target: Target, key: string, cancellation: Cancellation, ifMatch: string | null) => Promise<Row>;
  readonly restore: (target: Target, key: string, following: boolean, ifMatch: string | null) => Promise<Row>;
  /** Changes a game and those of its series that follow (rule MANAGE-15). `later`: fields of the game so many weeks after it. */
  readonly changeSeries: (
    target: Target,
    key: string,
    change: { readonly fields: Fields; readonly later: (weeks: number) => Fields },
    ifMatch: string | null,
  ) => Promise<Row>;
};

/** `following`: also the later games of the series. `evenWithResults`: also a game with markers, scores or goals. */
type Cancellation = {
  readonly reason: string | null;
  readonly following: boolean;
  readonly evenWithResults: boolean;
};

const KEY_MAX = 100;

const PARAMS = {
  game: 'slug',
  member: 'user_id',
  junior: 'junior_id',
  team: 'team_id',
  player: 'user_id',
  match: 'match_id',
} as const;

export function openManage({ managed, clubExists, tournamentExists }: ManageDeps) {
  const exists = { club: clubExists, tournament: tournamentExists };
  const requireOwner = ({ kind, owner }: Target, caller: Caller): Promise<void> =>
    requireExisting(MANAGED_OWNERS[kind], owner, caller, exists[MANAGED_OWNERS[kind]]);

  /** The row of the path, for a change that counts. Reads the head of the request first: it is gone after the first `await`. */
  async function toChange(kind: ManagedKind, exchange: Exchange, caller: Caller) {
    const target = targetOf(kind, exchange, caller);
    const ifMatch = ifMatchOf(exchange);
    await requireOwner(target, caller);
    const key = keyOf(kind, exchange);
    managed.countChange(target);
    return { target, key, ifMatch };
  }

  const creation =
    (kind: ManagedKind): CallerHandle =>
    async (exchange, caller) => {
      const target = targetOf(kind, exchange, caller);
      const header = keyHeaderOf(exchange);
      await requireOwner(target, caller);
      const key = idempotencyKey(header);
      managed.countChange(target);
      const row = await managed.create(target, await readAccepted(exchange, creationBodies[kind]), key);
      return rowAnswer(row.isNew ? 201 : 200, kind, row);
    };
  const reading =
    (kind: ManagedKind): CallerHandle =>
    async (exchange, caller) => {
      const target = targetOf(kind, exchange, caller);
      await requireOwner(target, caller);
      const row = await managed.read(target, keyOf(kind, exchange));
      return isMatch(exchange.ifNoneMatch, row.etag) ? notModified(row.etag) : rowAnswer(200, kind, row);
    };
  const change =
    (kind: ManagedKind): CallerHandle =>
    async (exchange, caller) => {
      const { target, key, ifMatch } = await toChange(kind, exchange, caller);
      // Existence before the body (rule REQ-1).
      await managed.read(target, key);
      const fields = await readAccepted(exchange, changeBodies[kind]);
      return changedAnswer(kind, await managed.change(target, key, fields, ifMatch));
    };
  const deletion =
    (kind: ManagedKind): CallerHandle =>
    async (exchange, caller) => {
      const { target, key, ifMatch } = await toChange(kind, exchange, caller);
      await managed.remove(target, key, ifMatch);
      const isKept = kind === 'member' || kind === 'junior';
      const message = isKept ? `The ${kind} is now a former one.` : `${MANAGED_NAMES[kind]} deleted.`;
      return apiJson(200, { status: 'success', message });
    };

  const cancelGame: CallerHandle = async (exchange, caller) => {
    const { target, key, ifMatch } = await toChange('game', exchange, caller);
    await managed.read(target, key);
    const { reason, following, even_with_results: evenWithResults } = await readBody(exchange, cancellationBody);
    const cancellation = { reason: reason || null, following, evenWithResults };
    return changedAnswer('game', await managed.cancel(target, key, cancellation, ifMatch));
  };
  const restoreGame: CallerHandle = async (exchange, caller) => {
    const query = Object.fromEntries(exchange.query());
    const { target, key, ifMatch } = await toChange('game', exchange, caller);
    await managed.read(target, key);
    const { data, error } = restorationQuery.safeParse(query);
    if (error !== undefined) throw invalid(detailsOf(error.issues));
    return changedAnswer('game', await managed.restore(target, key, data.following === 'true', ifMatch));
  };

  return {
    cancelGame,
    restoreGame,
    createGame: creation('game'),
    readGame: reading('game'),
    changeGame: change('game'),
    deleteGame: deletion('game'),
    createMember: creation('member'),
    readMember: reading('member'),
    changeMember: change('member'),
    deleteMember: deletion('member'),
    createJunior: creation('junior'),
    readJunior: reading('junior'),
    changeJunior: change('junior'),
    deleteJunior: deletion('junior'),
    createTeam: creation('team'),
    readTeam: reading('team'),
    changeTeam: change('team'),
    deleteTeam: deletion('team'),
    createPlayer: creation('player'),
    readPlayer: reading('player'),
    changePlayer: change('player'),
    deletePlayer: deletion('player'),
    createMatch: creation('match'),
    readMatch: reading('match'),
    changeMatch: change('match'),
    deleteMatch: deletion('match'),
  };
}

/** Checks the caller's right first. Throws Problem 403. */
function targetOf(kind: ManagedKind, exchange: Exchange, caller: Caller): Target {
  const owner =
    MANAGED_OWNERS[kind] === 'club'
      ? requireClub(caller, exchange.param('club_slug'))
      : requireTournament(caller, exchange.param('tournament_slug'));
  return { kind, owner, by: userIdOf(caller) };
}

/** Throws Problem 404: no row has another key. */
function keyOf(kind: ManagedKind, exchange: Exchange): string {
  const key = exchange.param(PARAMS[kind]);
  if (kind !== 'game' && readId(key) === null) throw notFound(MANAGED_NAMES[kind]);
  return key;
}

/** The `If-Match` header, null without one; to be read before the first `await`. */
export const ifMatchOf = (exchange: Exchange): string | null => exchange.header('if-match') || null;

/** The `Idempotency-Key` header, '' without one; to be read before the first `await`, and checked by `idempotencyKey`. */
export const keyHeaderOf = (exchange: Exchange): string => exchange.header('idempotency-key');

/** Null without a key. Call it once the right is checked (rule REQ-1). Throws Problem 422. */
export function idempotencyKey(key: string): string | null {
  if (key.length <= KEY_MAX) return key || null;
  throw invalid([{ path: 'Idempotency-Key', message: `Must have at most ${KEY_MAX} characters.` }]);
}

const changedAnswer = (kind: ManagedKind, row: Row): Answer =>
  rowAnswer(200, kind, row, row.isOfService ? [] : [`The next data file with this ${kind} overwrites the change.`]);

function rowAnswer(status: 200 | 201, kind: ManagedKind, row: Row, warnings: readonly string[] = []): Answer {
  const source = row.isOfService ? 'service' : 'data_file';
  const body = { [kind]: row.file, source, ...(warnings.length === 0 ? {} : { warnings }) };
  return apiJson(status, body, { etag: row.etag });
}
