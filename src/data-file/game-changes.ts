// Changes that staff make to a club game and, if they want, to the games of its series that follow: all or none (rules MANAGE-14 and
// MANAGE-15).
import { gameRef } from '../../protocol/wire/ids.ts';
import { Problem } from '../ops/problem.ts';
import type { Action } from '../store/audit.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { readFollowing } from '../store/game-series.ts';
import { release } from '../store/log/reserve.ts';
import { lockMatches } from './live-matches.ts';
import { applyEntries, changedEntry, type ManagedFields, type PathOf } from './managed-apply.ts';
import { audit, type Managed, type ManagedTarget, managing, requireRow } from './managed-changes.ts';
import { etagOf, type ManagedRow, type Owner, readById, readManaged } from './managed-rows.ts';
import { weeksOf } from './series-weeks.ts';

export type Cancellation = {
  /** Null: without a reason. */
  readonly reason: string | null;
  /** Also the games of the series that follow. */
  readonly following: boolean;
  /** Also a game that has markers, scores or goals. */
  readonly evenWithResults: boolean;
};

/**
 * Cancels a game, or gives it a new reason (rule MANAGE-14). Throws Problem 404, 409 for a game with results, 412, 422 or 503.
 * Cancelling it again changes nothing.
 */
export const cancelGame = (
  sql: Sql,
  target: ManagedTarget,
  key: string,
  { reason, following, evenWithResults }: Cancellation,
  ifMatch: string | null,
): Promise<Managed> =>
  changingGames(sql, target, key, { ifMatch, following, action: 'game_cancelled', pathOf }, async (tx, games) => {
    if (!evenWithResults) await requireNoResults(tx, games);
    // Games that are cancelled together have one time: they are brought back together. One that was cancelled alone keeps its reason.
    const at = games[0]?.file['cancelled_at'] ?? new Date().toISOString();
    return games.map(({ file: { cancelled_at: since = null } }) =>
      since === null || since === at ? { cancelled_at: at, cancellation_reason: reason } : {},
    );
  });

/**
 * The game takes place after all; `following`: also the games of the series that follow and were cancelled with it. Throws
 * Problem 404, 412, 422 or 503.
 */
export const restoreGame = (
  sql: Sql,
  target: ManagedTarget,
  key: string,
  following: boolean,
  ifMatch: string | null,
): Promise<Managed> =>
  changingGames(sql, target, key, { ifMatch, following, action: 'game_restored' }, (_tx, games) => {
    const at = games[0]?.file['cancelled_at'];
    const isBack = ({ file }: SeriesGame): boolean => file['cancelled_at'] === at;
    return Promise.resolve(
      games.map((game) => (isBack(game) ? { cancelled_at: null, cancellation_reason: null } : {})),
    );
  });

/** `fields`: of the game; `later`: of the game so many weeks after it. */
export type SeriesChange = { readonly fields: ManagedFields; readonly later: (weeks: number) => ManagedFields };

/** Changes a game and the games of its series that follow (rule MANAGE-15). Throws Problem 404, 412, 422 or 503. */
export const changeSeries = (
  sql: Sql,
  target: ManagedTarget,
  key: string,
  { fields, later }: SeriesChange,
  ifMatch: string | null,
): Promise<Managed> =>
  changingGames(sql, target, key, { ifMatch, following: true, action: 'row_changed' }, (_tx, games) =>
    Promise.resolve(games.map(({ weeks }, index) => (index === 0 ? fields : later(weeks)))),
  );

/** The request calls the field `reason`. */
const pathOf: PathOf = (_, path) => (path === 'cancellation_reason' ? 'reason' : path);

type Changing = {
  readonly ifMatch: string | null;
  readonly following: boolean;
  readonly action: Action;
  readonly pathOf?: PathOf;
};
type SeriesGame = ManagedRow & { readonly weeks: number };

/** `fieldsOf`: the new fields of each game; the first one is the game itself. Games that stay the same get no line in the trail. */
function changingGames(
  sql: Sql,
  target: ManagedTarget,
  key: string,
  { ifMatch, following, action, pathOf: placeOf }: Changing,
  fieldsOf: (tx: ISql, games: readonly SeriesGame[]) => Promise<readonly ManagedFields[]>,
): Promise<Managed> {
  return managing(sql, target, async (tx, owner) => {
    const first = await requireRow(tx, 'game', owner, key, ifMatch);
    const games = [{ ...first, weeks: 0 }, ...(following ? await readLater(tx, owner, key) : [])];
    const fields = await fieldsOf(tx, games);
    const entries = games.map((game, index) => changedEntry('game', game, fields[index] ?? {}));
    const affected = await applyEntries(tx, owner, entries, {}, placeOf);
    let row: ManagedRow = first;
    let isChanged = false;
    for (const game of games) {
      const changed = await readById(tx, 'game', owner, game.id);
      if (changed === null) throw new TypeError(`The game ${game.id} is no longer stored.`);
      if (game.id === first.id) row = changed;
      if (etagOf(changed) === etagOf(game)) continue;
      isChanged = true;
      await audit(tx, owner, target.by, action, `game ${changed.title}`);
    }
    return { row, affected, isChanged };
  });
}

async function readLater(tx: ISql, owner: Owner, key: string): Promise<readonly SeriesGame[]> {
  const games: SeriesGame[] = [];
  const following = await readFollowing(tx, owner.id, key);
  const weeks = weeksOf(following.map(({ days }) => days));
  for (const [index, { slug }] of following.entries()) {
    const row = await readManaged(tx, 'game', owner, slug);
    if (row !== null) games.push({ ...row, weeks: weeks[index] ?? 0 });
  }
  return games;
}

/** Throws Problem 409. */
async function requireNoResults(tx: ISql, games: readonly SeriesGame[]): Promise<void> {
  const open = games.filter(({ file }) => file['cancelled_at'] === null).map(({ id }) => gameRef(id));
  const live = await lockMatches(tx, open);
  // The import reserves the rows again.
  await release(
    tx,
    live.map(({ id }) => id),
  );
  if (!live.some(({ hasResults }) => hasResults)) return;
  throw new Problem(409, 'The game has markers, scores or goals.', {
    hint: 'Send "even_with_results": true to cancel it nevertheless. They stay, and are shown again when it takes place after all.',
  });
}
