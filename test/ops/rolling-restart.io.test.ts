// What a deploy of a version does that changes nothing in the database. rolling-upgrade.io.test.ts begins with an earlier version.
import { expect, it } from 'vitest';
import { testDatabases } from '../support/database.ts';
import { skipsNginx } from '../support/nginx.ts';
import { replaceNodes, WRITERS } from '../support/rolling.ts';
import { world } from '../support/world/world.ts';

const hasPostgres = (await testDatabases()).includes('postgres');

it.skipIf(!hasPostgres || skipsNginx)(
  `rule OPS-8: two nodes behind nginx restart one after the other and lose nothing under ${WRITERS} writers`,
  async () => {
    expect(await replaceNodes({ data: world() })).toHaveLength(2);
  },
);
