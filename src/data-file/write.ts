// Writes the drafted rows, each table after the tables that it refers to.
import type { Draft, Drafted, Entity, OnProgress } from './draft.ts';
import type { Drafts } from './drafts.ts';
import { replaceLists, type Row, writeRows } from './rows.ts';
import {
  AUTHORIZED_CLUBS,
  CLUBS,
  GAME_TEAMS,
  GAMES,
  JUNIORS,
  LINEUPS,
  type ListTable,
  MATCHES,
  MATCHUPS,
  MEMBERS,
  ORGANIZERS,
  PARTICIPANTS,
  PLAYERS,
  type Table,
  TEAMS,
  TOKENS,
  TOURNAMENTS,
  USERS,
  VIEW_TOKENS,
} from './tables.ts';

export async function writeDrafts(draft: Draft, drafts: Drafts, onProgress: OnProgress): Promise<void> {
  const { sql, breathe } = draft;

  /** Writes changed rows and reports the progress of all. */
  const write = async (entity: Entity, table: Table, drafted: readonly Drafted[]): Promise<void> => {
    const changed = drafted.filter(({ state }) => state !== 'unchanged').map(({ row }) => row);
    let done = drafted.length - changed.length;
    await writeRows(sql, table, changed, (count) => {
      done += count;
      onProgress({ entity, done, total: drafted.length });
      return breathe();
    });
    if (drafted.length > 0 && changed.length === 0) onProgress({ entity, done, total: done });
  };
  const writeLists = async <T extends Drafted & { readonly id: number }>(
    table: ListTable,
    owners: readonly T[],
    isChanged: (owner: T) => boolean,
    rowsOf: (owner: T) => readonly Row[],
  ): Promise<void> => {
    const changed = owners.filter(isChanged);
    const lists = changed.map((owner) => ({ parent: owner.id, rows: rowsOf(owner), isNew: owner.stored === null }));
    await replaceLists(sql, table, lists);
  };

  await write('users', USERS, drafts.users);
  await write('juniors', JUNIORS, drafts.juniors);
  await write('clubs', CLUBS, drafts.clubs);
  await write('members', MEMBERS, drafts.members);

  const { games, tournaments, matches, tokens } = drafts;
  await write('games', GAMES, games);
  await writeLists(
    GAME_TEAMS,
    games,
    ({ changed }) => changed.has(GAME_TEAMS),
    ({ teams }) => teams,
  );
  await writeLists(
    MATCHUPS,
    games,
    ({ changed }) => changed.has(MATCHUPS),
    ({ matchups }) => matchups,
  );
  await writeLists(
    PARTICIPANTS,
    games,
    ({ changed }) => changed.has(PARTICIPANTS),
    (game) => game.participants,
  );

  await write('tournaments', TOURNAMENTS, tournaments);
  await writeLists(
    ORGANIZERS,
    tournaments,
    (owner) => owner.organizersChanged,
    (owner) => owner.organizers,
  );
  await write('teams', TEAMS, drafts.teams);
  await write('players', PLAYERS, drafts.players);
  await write('matches', MATCHES, matches);
  await writeLists(
    LINEUPS,
    matches,
    ({ changed }) => changed.has(LINEUPS),
    ({ lineup }) => lineup,
  );
  await writeLists(
    AUTHORIZED_CLUBS,
    matches,
    ({ changed }) => changed.has(AUTHORIZED_CLUBS),
    (owner) => owner.authorized,
  );

  if (tokens.replaced.length > 0) {
    await sql`
      update api_token set revoked = true, replaced = true
      where id in (select value::integer from jsonb_array_elements_text(${JSON.stringify(tokens.replaced)}::text::jsonb))`;
  }
  // Revoked keys are written first: there is at most one valid shared key at any time.
  await write(
    'tokens',
    TOKENS,
    tokens.drafted.filter(({ row }) => row['revoked'] === true),
  );
  await write(
    'tokens',
    TOKENS,
    tokens.drafted.filter(({ row }) => row['revoked'] !== true),
  );
  await write('view_tokens', VIEW_TOKENS, drafts.viewTokens);
}
