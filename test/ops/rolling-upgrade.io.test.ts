// Two nodes of an earlier version behind nginx become nodes of this one, while both versions use one database (rule OPS-29). The
// earlier version comes from the history of this checkout, with its own modules from npm.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabases } from '../support/database.ts';
import { skipsNginx } from '../support/nginx.ts';
import { hasRedisServer } from '../support/redis.ts';
import { replaceNodes, WRITERS } from '../support/rolling.ts';
import { world } from '../support/world/world.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The last version with the schema of step 13: that step is the last one for which all nodes must stop. */
const EARLIER = 'd0dc21923596462dd99fd3f85615d926a6773ab3';

const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: root, maxBuffer: 2 ** 30 });
const hasHistory = git('cat-file', '-e', `${EARLIER}^{commit}`).status === 0;
const hasPostgres = (await testDatabases()).includes('postgres');

/** Unpacks the earlier version and installs what it needs, without the tools of its tests. */
async function earlierCheckout(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-earlier-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const archive = path.join(folder, 'earlier.tar');
  await writeFile(archive, git('archive', EARLIER).stdout);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline', '--silent'], { cwd: folder });
  return folder;
}

/** Without the members that the earlier version does not know. */
function earlierWorld(): object {
  const { clubs, ...others } = world();
  return { ...others, clubs: clubs.map((club) => ({ ...club, juniors: undefined })) };
}

it.skipIf(!hasHistory || !hasPostgres || skipsNginx || !hasRedisServer)(
  `rule OPS-29: nodes of an earlier version are replaced one after the other under ${WRITERS} writers (needs its commit, nginx, Redis)`,
  async () => {
    const before = await earlierCheckout();
    const schemaOf = async (checkout: string): Promise<string> =>
      readFile(path.join(checkout, 'src/store/schema/014_short_names.sql'), 'utf8').catch(() => 'missing');
    expect([await schemaOf(before), await schemaOf(root)]).toEqual(['missing', expect.stringContaining('short_name')]);
    const nodes = await replaceNodes({ data: earlierWorld(), before, hasRedis: true });
    // The first of them changed the schema, while a node of the earlier version went on.
    const changed = nodes.map(({ lines }) => lines.some((line) => line.includes('schema brought up to date')));
    expect(changed).toEqual([true, false]);
  },
);
