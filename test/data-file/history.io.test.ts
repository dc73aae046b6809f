// An export with its history, and its restore (rules DATA-15 and DATA-17).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { exportData } from '../../src/data-file/export.ts';
import { importData } from '../../src/data-file/import.ts';
import { spooled } from '../../src/data-file/spool.ts';
import { writeAudit } from '../../src/store/audit.ts';
import { readPositions } from '../../src/store/log/positions.ts';
import { readEntries } from '../../src/store/log/read.ts';
import { committed, marker } from '../support/committed.ts';
import { cupFile } from '../support/data-file.ts';
import { openTestStore, testDatabases, type TestStore } from '../support/database.ts';
import { exported } from '../support/exported.ts';
import { riversideFc, theAutumnCup, trailOf } from '../support/managed.ts';
import { uuid } from '../support/uuid.ts';
import { worldWithResults } from '../support/world/world-with-results.ts';

const refs: readonly MatchRef[] = ['game:100', 'game:130', 'match:701', 'match:702'];
const at = Date.now() - 60_000;

describe.each(await testDatabases())('from %s', (kind) => {
  let store: TestStore;
  let copy: TestStore;
  let file: unknown;
  beforeAll(async () => {
    [store, copy] = [await openTestStore(kind), await openTestStore(kind)];
    await importData(store.sql, worldWithResults());
    await committed(store.sql, 'game:130', [{ kind: 'scores', scores: { '2': 7 } }, marker(20, 'Start', 41)]);
    await committed(store.sql, 'game:130', [marker(21, 'Goal', 45, { primary: { id: 1 } })]);
    await committed(store.sql, 'game:130', [{ kind: 'delete', key: uuid(21) }]);
    await committed(store.sql, 'match:701', [marker(30, 'Start', 1), marker(31, 'Goal', 5, { team: 'home' })]);
    for (const [resource, subject] of [
      [riversideFc, ''],
      [theAutumnCup, 'match:701'],
      [null, 'Score Phone'],
    ] as const)
      await writeAudit(store.sql, { userId: 1, action: 'app_connected', subject, resource, ownerId: null }, at);
    // A corrected score is an entry of the log too.
    await importData(store.sql, cupFile({ matches: [{ id: 702, score: { home: 9, away: 8 } }] }));
    // So is a new line-up of a match with markers.
    const lineups = { home: { starters: [{ user_id: 1 }] } };
    await importData(store.sql, cupFile({ matches: [{ id: 701, lineups }] }));
    file = await exported(store.sql, { history: true });
    expect(JSON.stringify(file)).toContain('{"edited":true,"lineup":true}');
    await importData(copy.sql, file);
  });
  afterAll(() => Promise.all([store.close(), copy.close()]));

  const historyOf = async (of: TestStore) => ({
    entries: await Promise.all(refs.map((ref) => readEntries(of.sql, ref, 0, 1_000))),
    times: [...(await readPositions(of.sql, refs))]
      .map(([ref, position]) => [ref, position.seq, position.at])
      .sort((a, b) => String(a).localeCompare(String(b))),
    trails: [await trailOf(of.sql, riversideFc), await trailOf(of.sql, theAutumnCup)],
  });

  it('rule DATA-15: an empty server has the same logs, times and audit trail, and exports the same', async () => {
    const history = await historyOf(store);
    expect(history.entries.flat().length).toBeGreaterThan(5);
    expect(history.trails).toEqual([['Ana Silva: app_connected'], ['Ana Silva: app_connected match:701']]);
    expect(await historyOf(copy)).toEqual(history);
    expect(await exported(copy.sql, { history: true })).toEqual(file);
  });

  it('rule DATA-15: the restored matches go on, and the same file again changes nothing', async () => {
    await committed(copy.sql, 'match:701', [marker(32, 'Goal', 9, { team: 'away' })]);
    const before = await exported(copy.sql, { history: true });
    const { affected } = await importData(copy.sql, file);
    expect(affected).toEqual([]);
    expect(await exported(copy.sql, { history: true })).toEqual(before);
  });

  it('rule DATA-15: takes the empty result that earlier versions wrote into the log of a match', async () => {
    const text = JSON.stringify(file);
    const earlier = text.replaceAll('"edited":true', '"edited":true,"hand":{}');
    expect(earlier).not.toBe(text);
    expect((await importData(copy.sql, JSON.parse(earlier))).affected).toEqual([]);
  });

  it('leaves the history out unless it is asked for', async () => {
    const text = JSON.stringify(await exported(store.sql));
    expect(text).not.toContain('"log"');
    expect(text).not.toContain('"audit"');
  });

  it('rule DATA-17: waits in a file that has no name, and an export that fails leaves none', async () => {
    const parts: string[] = [];
    for await (const part of await spooled((write) => exportData(store.sql, write, { history: true })))
      parts.push(part as string);
    expect(JSON.parse(parts.join(''))).toEqual(file);
    await expect(spooled(() => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
  });
});

it('rule DATA-15: a log with a hole or with a row twice, and a marker twice, are refused at their places', async () => {
  const store = await openTestStore('embedded');
  const row = (after: number) => ({
    after,
    seq: after + 1,
    at: new Date(at).toISOString(),
    changes: [{ edited: true }],
  });
  const marker = {
    id: '11111111-1111-4111-8111-111111111111',
    type: 'Event',
    timestamp: new Date(at).toISOString(),
    arrival: 1,
    touched: 1,
  };
  const matches = [
    { id: 1, live: { seq: 3, log: [row(0), row(2)] } },
    { id: 2, live: { seq: 2, log: [row(0), row(0), row(1)] } },
    { id: 3, markers: [marker, marker], live: { seq: 1, log: [row(0)] } },
  ];
  const tournaments = [{ id: 1, slug: 'cup', name: 'Cup', matches }];
  const place = 'tournaments[0].matches';
  await expect(importData(store.sql, { touchline_data: 1, tournaments })).rejects.toMatchObject({
    details: [
      { path: `${place}[0].live.log[1].after`, message: 'Must be 1: the row before ends there.' },
      { path: `${place}[1].live.log[1].after`, message: 'Must be 1: the row before ends there.' },
      { path: `${place}[2].markers[1].id`, message: 'The marker is listed twice.' },
    ],
  });
  await store.close();
});
