// The unit of systemd, prepared by the commands of docs/deploy and started as it says: as a user who can write to one folder only (rule
// OPS-30). No systemd has to run.
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDatabase, testDatabases } from '../support/database.ts';
import { debian13, hasDebian13, npmBinds, npmLayer, prepareDebian13, startServer } from '../support/debian13.ts';
import { freePort } from '../support/free-port.ts';
import { TEST_SECRET } from '../support/gateway.ts';
import { runInSandbox, type Sandbox } from '../support/sandbox.ts';
import { ADMIN_TOKEN } from '../support/world/tokens.ts';

const root = path.resolve(import.meta.dirname, '../..');
const isHere = hasDebian13 && (await testDatabases()).includes('postgres');
const PREPARE = 'npm ci --omit=dev && npm run build';
/** Any user but root. */
const USER = 990;
const PATH = '/usr/local/bin:/usr/bin:/bin';

describe.skipIf(!isHere)('the unit of systemd (needs root on Debian and PostgreSQL)', () => {
  let folder: string;
  let layer: string;
  let unit: string;
  const valueOf = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

  beforeAll(async () => {
    prepareDebian13();
    folder = await mkdtemp(path.join(tmpdir(), 'touchline-unit-'));
    layer = path.join(folder, 'layer');
    unit = await readFile(path.join(root, 'docs/deploy/touchline.service'), 'utf8');
    expect(await readFile(path.join(root, 'docs/deploy/README.md'), 'utf8')).toContain(`\n${PREPARE}\n`);
    const checkout = path.join(layer, valueOf('WorkingDirectory'));
    for (const name of [
      'src',
      'protocol',
      'examples',
      'packages',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      '.npmrc',
    ])
      await cp(path.join(root, name), path.join(checkout, name), { recursive: true });
    await mkdir(path.join(layer, 'var/lib', valueOf('StateDirectory')), { recursive: true });
    await mkdir(path.join(layer, 'usr/bin'), { recursive: true });
    await symlink('/usr/local/bin/node', path.join(layer, 'usr/bin/node'));
    await runInSandbox(
      {
        layers: [await npmLayer(folder), debian13],
        writesTo: layer,
        binds: npmBinds,
        user: 0,
        workdir: valueOf('WorkingDirectory'),
        env: { PATH, HOME: '/root' },
      },
      ['bash', '-c', PREPARE],
    );
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function sandbox(more: Readonly<Record<string, string>>): Promise<Sandbox & { readonly state: string }> {
    const state = await mkdtemp(path.join(tmpdir(), 'touchline-state-'));
    onTestFinished(() => rm(state, { recursive: true, force: true }));
    await chown(state, USER, USER);
    const fixed = Object.fromEntries(
      valueOf('Environment')
        .split(' ')
        .map((pair) => pair.split('=')),
    ) as Record<string, string>;
    expect(fixed).toEqual({ NODE_ENV: 'production', TOUCHLINE_HOME: '/var/lib/touchline' });
    const named = {
      TOUCHLINE_SECRET: TEST_SECRET,
      TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN,
      PUBLIC_URL: 'https://scores.example.org',
    };
    return {
      layers: [layer, debian13],
      binds: { [`/var/lib/${valueOf('StateDirectory')}`]: state },
      empty: ['/tmp'],
      user: USER,
      workdir: valueOf('WorkingDirectory'),
      env: { PATH, ...fixed, ...named, ...more },
      state,
    };
  }

  test.each([
    ['one process', {}],
    ['two workers', { WORKERS: '2' }],
  ])('rule OPS-30: with %s it serves while it can write to its folder only, and stops in time', async (_, more) => {
    const database = await createDatabase({ hasSchema: false });
    onTestFinished(database.drop);
    const port = String(await freePort());
    const unitSandbox = await sandbox({ ...more, PORT: port, DATABASE_URL: database.url });
    const { stop } = await startServer(unitSandbox, valueOf('ExecStart').split(' '));
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    const { code, seconds } = await stop();
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(Number(valueOf('TimeoutStopSec')));
  });

  test('rule OPS-30: without DATABASE_URL the embedded database is in its folder', async () => {
    const port = String(await freePort());
    const unitSandbox = await sandbox({ PORT: port });
    const { stop } = await startServer(unitSandbox, valueOf('ExecStart').split(' '));
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect((await stop()).code).toBe(0);
    expect((await readdir(unitSandbox.state)).length).toBeGreaterThan(0);
  });
});
