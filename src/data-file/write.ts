// Writes the drafted rows, each table after the tables that it refers to.
import type { Draft, Drafted, Entity, OnProgress } from './draft.ts';
import type { Drafts } from './drafts.ts';
import { replaceLists, type Row, writeRows } from './rows.ts';
import { TABLES, type ListTable } from './tables.ts';

export async function writeDrafts(draft: Draft, drafts: Drafts, onProgress: OnProgress): Promise<void> {
  const { sql, breathe } = draft;

  /** Writes changed rows and reports the progress of all. */
  const write = async (entity: Entity, drafted: readonly Drafted[]): Promise<void> => {
    const changed = drafted.filter(({ state }) => state !== 'unchanged').map(({ row }) => row);
    let done = drafted.length - changed.length;
    await writeRows(sql, TABLES[entity], changed, (count) => {
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

  await write('users', drafts.users);
  await write('juniors', drafts.juniors);
  await write('clubs', drafts.clubs);
  await write('members', drafts.members);

  const { games, tournaments, matches, tokens } = drafts;
  await write('games', games);
  await writeLists(
    TABLES.game_teams,
    games,
    ({ changed }) => changed.has(TABLES.game_teams),
    ({ teams }) => teams,
  );
  await writeLists(
    TABLES.matchups,
    games,
    ({ changed }) => changed.has(TABLES.matchups),
    ({ matchups }) => matchups,
  );
  await writeLists(
    TABLES.participants,
    games,
    ({ changed }) => changed.has(TABLES.participants),
    (game) => game.participants,
  );

  await write('tournaments', tournaments);
  await writeLists(
    TABLES.organizers,
    tournaments,
    (owner) => owner.organizersChanged,
    (owner) => owner.organizers,
  );
  await write('teams', drafts.teams);
  await write('players', drafts.players);
  await write('matches', matches);
  await writeLists(
    TABLES.lineups,
    matches,
    ({ changed }) => changed.has(TABLES.lineups),
    ({ lineup }) => lineup,
  );
  await writeLists(
    TABLES.authorized_clubs,
    matches,
    ({ changed }) => changed.has(TABLES.authorized_clubs),
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
    tokens.drafted.filter(({ row }) => row['revoked'] === true),
  );
  await write(
    'tokens',
    tokens.drafted.filter(({ row }) => row['revoked'] !== true),
  );
  await write('view_tokens', drafts.viewTokens);
}
