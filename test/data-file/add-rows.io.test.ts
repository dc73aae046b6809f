// Many teams or players at once, and the same form twice.
import { expect, it } from 'vitest';
import { addRows } from '../../src/data-file/make-fixtures.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { openStore } from '../../src/store/driver/open.ts';
import { openGatewayWithSql } from '../support/gateway-with-sql.ts';

it('rule MANAGE-10: one key adds its rows once, also twice at the same moment', async () => {
  const { gateway, sql, close } = await openGatewayWithSql();
  const databaseUrl = gateway.config.databaseUrl ?? '';
  const store = await openStore({ databaseUrl, home: '', logger: createLogger('silent') });
  const target = { owner: 'autumn-cup', by: 1 };
  const add = (key: string | null) => addRows(store.sql, target, 'team', [{ name: 'Lions' }, { name: 'Tigers' }], key);
  const count = async () =>
    Number((await sql`select count(*) from tournament_team where name = 'Lions'`)[0]?.['count']);
  await Promise.all([add('k1'), add('k1')]);
  await add('k1');
  expect(await count()).toBe(1);
  await add('k2');
  expect(await count()).toBe(2);
  await add(null);
  expect(await count()).toBe(3);
  await store.close();
  await close();
});
