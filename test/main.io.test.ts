// The process as its users run it: start, errors of the start, and stop.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from '../src/cli/build.mjs';
import { bestDatabase, createDatabase, createHome } from './support/database.ts';
import { prepareEmbedded } from './support/embedded-template.ts';
import { spawnGateway } from './support/process.ts';
import { ADMIN_TOKEN } from './support/world/tokens.ts';
import { metricsText } from './support/scrape.ts';

beforeAll(async () => {
  await ensureBuilt();
});

const BUILD = { version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string, commit: expect.any(String) as string };

/** A private home, and PostgreSQL if it answers, because it opens faster. */
const ownPlace = async (): Promise<Record<string, string>> => {
  const { home, remove } = await createHome();
  onTestFinished(remove);
  if ((await bestDatabase()) === 'embedded') return { TOUCHLINE_HOME: home };
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  return { TOUCHLINE_HOME: home, DATABASE_URL: url };
};

/** The output of a start that fails. */
const failedStart = async (env: Record<string, string>, args: string[] = []): Promise<string> => {
  try {
    const gateway = await spawnGateway({ env, args });
    await gateway.kill();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error('It started.');
};

test('rule OPS-8: it logs its address, answers there, and ends with 0 on SIGTERM', async () => {
  const gateway = await spawnGateway({ env: { ...(await ownPlace()), TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN } });
  const [line] = gateway.lines.filter((text) => text.includes('"msg":"listening"'));
  expect(JSON.parse(line ?? '')).toMatchObject({ level: 'info', msg: 'listening', url: gateway.url, ...BUILD });
  expect(gateway.lines[0], 'nothing warns before').not.toContain('"level":"warn"');
  expect(gateway.url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${gateway.url}/readyz?${'a'.repeat(30_000)}`)).status, 'a long head').toBe(200);
  const metrics = await metricsText(gateway.url);
  expect(metrics).toContain('# TYPE process_cpu_user_seconds_total counter');
  expect(metrics).toMatch(/^touchline_build_info\{version="\d+\.\d+\.\d+",commit="\S+"\} 1$/m);
  for (const text of gateway.lines) expect(() => JSON.parse(text) as unknown).not.toThrow();

  const asked = performance.now();
  expect(await gateway.stop()).toBe(0);
  expect(performance.now() - asked).toBeLessThan(10_000);
});

test.each(['1', '2'])('the warning about links names the free port that it got (WORKERS=%s)', async (workers) => {
  const place = await ownPlace();
  // The embedded database serves one process.
  if (workers !== '1' && !('DATABASE_URL' in place)) return;
  const gateway = await spawnGateway({ env: { ...place, HOST: '0.0.0.0', WORKERS: workers } });
  const { port } = new URL(gateway.url);
  const warning = () => gateway.lines.find((line) => line.includes('PUBLIC_URL is not set'));
  await expect.poll(warning).toContain(`begin with http://0.0.0.0:${port},`);
  expect(warning()).toMatch(new RegExp(`for example http://[\\d.]+:${port}"`));
  expect(await gateway.stop()).toBe(0);
});

test('rule OPS-7: with PORT=0 it logs its address at each level but silent', async () => {
  const gateway = await spawnGateway({ env: { ...(await ownPlace()), LOG_LEVEL: 'fatal' } });
  expect(gateway.lines.map((text) => JSON.parse(text) as unknown)).toEqual([
    expect.objectContaining({ level: 'info', msg: 'listening', url: gateway.url }),
  ]);
  expect(await gateway.stop()).toBe(0);
});

test('rule OPS-8: a Ctrl-C drains, though npm passes it on once more', async () => {
  const gateway = await spawnGateway({ env: await ownPlace() });
  process.kill(gateway.pid, 'SIGINT');
  process.kill(gateway.pid, 'SIGTERM');
  expect(await gateway.stop()).toBe(0);
  expect(gateway.lines.at(-1)).toContain('"msg":"stopped"');
});

test.runIf(process.platform === 'linux' && (await bestDatabase()) === 'postgres')(
  'its start takes little more memory than its work',
  async () => {
    const gateway = await spawnGateway({ env: await ownPlace() });
    const status = await readFile(`/proc/${gateway.pid}/status`, 'utf8');
    expect(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]), 'the most so far, kB').toBeLessThan(400_000);
    expect(await gateway.stop()).toBe(0);
  },
);

test.runIf(process.platform === 'linux')('rule OPS-26: it goes on when the reader of its log ends', async () => {
  const gateway = await spawnGateway({ env: { ...(await ownPlace()), TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN } });
  const writes = async (): Promise<number> =>
    Number(/^syscw: (\d+)$/m.exec(await readFile(`/proc/${gateway.pid}/io`, 'utf8'))?.[1]);
  gateway.closeLog();
  const badKey = { headers: { authorization: 'Bearer wrong' } };
  expect((await fetch(`${gateway.url}/api/admin/export`, badKey)).status, 'this is logged').toBe(401);
  const before = await writes();
  for (let asked = 0; asked < 200; asked += 1) expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  // An endless chain has a hundred thousand. Other threads that wake the event loop write too.
  expect((await writes()) - before, 'no failing line brings the next').toBeLessThan(10_000);
  expect(await gateway.stop()).toBe(0);
});

test('rule OPS-5: a bad setting ends the start with one line that names it', async () => {
  const { home, remove } = await createHome();
  onTestFinished(remove);
  const printed = await failedStart({ TOUCHLINE_HOME: home, LOG_LEVEL: 'loud' });
  expect(printed.trimEnd()).toMatch(/^The gateway ended with 1: LOG_LEVEL must be one of .*$/);
  expect(await failedStart({ TOUCHLINE_HOME: home }, ['--port', 'many'])).toMatch(/ended with 1: --port \(PORT\)/);
});

test.for(['main', 'demo'])('%s --help lists the options, and nothing starts', async (program) => {
  const printed = await promisify(execFile)(process.execPath, ['src/start.mjs', program, '--help']);
  expect(printed.stdout).toMatch(/^Usage: npm [^]+ --port N [^]+ --host H /);
  expect(printed.stderr).toBe('');
});

test('rule OPS-5: a port in use ends the start with one line that says so, also without a log', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const place = await ownPlace();
  for (const level of ['fatal', 'silent']) {
    const printed = await failedStart({ ...place, LOG_LEVEL: level }, ['--port', port]);
    expect(printed, level).toContain('ended with 1');
    expect(printed, level).toContain(`127.0.0.1:${port} (HOST, PORT)`);
    expect(printed.trimEnd().split('\n'), level).toHaveLength(1);
  }
});

test('rule OPS-5: files that are no certificate and key end the start with one line that names their settings', async () => {
  const place = await ownPlace();
  const file = path.join(place['TOUCHLINE_HOME'] ?? '', 'no.pem');
  await writeFile(file, 'no certificate');
  const printed = await failedStart({ ...place, TLS_CERT_FILE: file, TLS_KEY_FILE: file, LOG_LEVEL: 'silent' });
  expect(printed.trimEnd()).toMatch(/^The gateway ended with 1: TLS_CERT_FILE and TLS_KEY_FILE must be .*no\.pem.*$/);
});

test('rule DATA-4: a wrong data file ends the start with the place of the mistake', async () => {
  const place = await ownPlace();
  const file = path.join(place['TOUCHLINE_HOME'] ?? '', 'data.json');
  await writeFile(file, JSON.stringify({ touchline_data: 1, clubs: [{ id: 'ten' }] }));
  const printed = await failedStart(place, ['--data', file]);
  expect(printed).toContain('ended with 1');
  expect(printed).toContain('TOUCHLINE_DATA');
  expect(printed).toContain('clubs[0].id');
});

test('rule DATA-4: a data file that is not UTF-8 ends the start', async () => {
  const place = await ownPlace();
  const file = path.join(place['TOUCHLINE_HOME'] ?? '', 'data.json');
  await writeFile(file, JSON.stringify({ touchline_data: 1, juniors: [{ id: 1, name: 'Zé' }] }), 'latin1');
  const printed = await failedStart(place, ['--data', file]);
  expect(printed).toContain('ended with 1');
  expect(printed).toContain('not UTF-8');
});

test('rule OPS-9: a second process on the same embedded database is refused; after a kill -9 the next one starts', async () => {
  const { home, remove } = await createHome();
  onTestFinished(remove);
  await prepareEmbedded(home);
  const first = await spawnGateway({ env: { TOUCHLINE_HOME: home } });
  const printed = await failedStart({ TOUCHLINE_HOME: home });
  expect(printed).toContain(path.join(home, 'embedded'));
  expect(printed).toContain(`process ${first.pid}`);
  await first.kill();
  const next = await spawnGateway({ env: { TOUCHLINE_HOME: home } });
  expect(await next.stop()).toBe(0);
});
