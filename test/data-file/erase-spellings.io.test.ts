// Erasing a person takes other spellings of the name too (rule NAME-6): capitals, spaces, accents as characters of their own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeLineup } from '../../src/data-file/lineup-edits.ts';
import { eraseUser } from '../../src/data-file/erase-user.ts';
import { importData } from '../../src/data-file/import.ts';
import { openTestStore, testDatabases, type TestStore } from '../support/database.ts';
import { cupFile, fileOf, gameFile } from '../support/data-file.ts';
import { openedMatch } from '../support/filled-store.ts';
import { uuid } from '../support/uuid.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

const NAME = 'Zo\u00e9 Petit';
const OTHERS = ['ZO\u00c9 PETIT', 'Zoe\u0301 Petit', 'zoe\u0301  petit', 'Zo\u00e9\u00a0Petit'];
/** Names of other people, which contain the name. */
const LONGER = ['Zo\u00e9 Petitjean', 'Azo\u00e9 Petit'];

describe.each(await testDatabases())('on %s', (kind) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(kind);
    await importData(store.sql, worldWithResults());
    await importData(store.sql, fileOf({ users: [{ id: 990, slug: 'zoe', name: NAME }] }));
  });
  afterAll(() => store.close());

  const fillIns = async (ref: 'game:100' | 'match:701') =>
    Object.values((await openedMatch(store.sql, ref)).fixture.lineupEdits?.fill_ins ?? {}).map(({ name }) => name);
  const onAir = (): Promise<{ text: string | null }[]> =>
    store.sql<{ text: string | null }[]>`select items->'text'->>'text' as text from on_air order by ref`;
  const airText = (name: string) => JSON.stringify({ text: { text: `By ${name}!` } });

  test.each(OTHERS)('rule NAME-6: fill-ins, texts on air, reasons and the trail lose %j', async (spelling) => {
    const { sql } = store;
    await sql`update app_user set name = ${NAME} where id = 990`;
    await sql`delete from on_air`;
    await sql`delete from audit`;
    const added = (team: string) =>
      [spelling, ...LONGER].map((name, at) => ({
        id: uuid(at + 1),
        team,
        name,
        jersey_number: null,
        is_substitute: false,
      }));
    await changeLineup(sql, 'game:100', { fill_ins: added('1') }, null);
    await changeLineup(sql, 'match:701', { fill_ins: added('home') }, null);
    await sql`
      insert into on_air values ('game:100', 1, 1, ${airText(spelling)}::text::jsonb),
        ('match:701', 1, 1, ${airText(LONGER[0] ?? '')}::text::jsonb)`;
    await importData(
      sql,
      gameFile(100, { cancelled_at: '2026-01-01T10:00:00Z', cancellation_reason: `${spelling} is ill` }),
    );
    await importData(sql, cupFile({ matches: [{ id: 701, notes: `${spelling}, ${LONGER.join(', ')}` }] }));
    const subjects = [`player Rui, player ${spelling}, player ${LONGER[0]}`, `member ${spelling}`];
    for (const subject of subjects)
      await sql`insert into audit (at, user_name, action, subject) values (3, 'Rui', 'row_created', ${subject})`;
    await sql`insert into audit (at, user_name, action, subject) values (3, 'Rui', 'invitation_made', ${`${spelling}, Owner`})`;

    const { affected } = await eraseUser(sql, 990);

    expect(affected.toSorted()).toEqual(['game:100', 'match:701']);
    expect(await fillIns('game:100')).toEqual(['Deleted player', ...LONGER]);
    expect(await fillIns('match:701')).toEqual(['Deleted player', ...LONGER]);
    expect(await onAir()).toEqual([{ text: null }, { text: `By ${LONGER[0]}!` }]);
    expect(await sql`select cancellation_reason as reason from game where id = 100`).toEqual([{ reason: null }]);
    expect(await sql`select notes from tournament_match where id = 701`).toEqual([
      { notes: ['Deleted player', ...LONGER].join(', ') },
    ]);
    const trail = await sql<{ subject: string }[]>`select subject from audit where at = 3 order by id`;
    expect(trail.map(({ subject }) => subject)).toEqual([
      `player Rui, player Deleted player, player ${LONGER[0]}`,
      'member Deleted player',
      'Deleted player',
    ]);
  });
});
