// Runs the unit tests again with moved clocks: no test may depend on the day it runs.
// `node test/support/moved-clocks.mjs FILE…` runs some test files so.
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shiftedClock = pathToFileURL(fileURLToPath(new URL('cluster/shifted-clock.mjs', import.meta.url))).href;

const DAY_MS = 86_400_000;
/** Long enough for the tests to begin before the clock passes midnight or jumps, and short enough for them to end after. */
const BEFORE_MS = 6_000;

const isLeapDay = (at) => new Date(at).getUTCMonth() === 1 && new Date(at).getUTCDate() === 29;
/** The first midnight (UTC) after `now` of a day that is wanted. */
const nextDay = (now, isWanted) => {
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  return isWanted(midnight) ? midnight : nextDay(midnight, isWanted);
};
/** In Europe clocks are put forward at 01:00 UTC of the last Sunday in March. */
const isPutForward = (at) => {
  const day = new Date(at);
  return day.getUTCMonth() === 2 && day.getUTCDay() === 0 && day.getUTCDate() > 24;
};

/** The clocks to test by: `at` is the time, ms since 1970, at which the tests begin. */
const movedClocks = (now) => [
  {
    name: 'in 60 days, at 23:59, into the next day',
    zone: 'UTC',
    at: nextDay(now + 59 * DAY_MS, () => true) + DAY_MS - BEFORE_MS,
  },
  // Half an hour beside the full hours, and behind UTC.
  { name: 'on a leap day', zone: 'America/St_Johns', at: nextDay(now, isLeapDay) + DAY_MS / 2 },
  {
    name: 'into daylight-saving time',
    zone: 'Europe/Berlin',
    at: nextDay(now, isPutForward) + 3_600_000 - BEFORE_MS,
  },
];

/** These check our sources and documents: no result follows from the time. */
const FILE_TESTS = ['architecture', 'committed', 'documents', 'regular-expressions', 'rules'];
/** The unit tests. They leave nothing behind, so one process runs many files. */
export const UNIT_TESTS = [
  '--isolate=false',
  ...['**/*.{io,page,cluster}.test.ts', `**/{${FILE_TESTS.join(',')}}.test.ts`].flatMap((glob) => ['--exclude', glob]),
];
/** The longest of them: they read no clock, so one moved clock is enough for them. */
const CLOCKLESS = ['match/{long-matches,real-matches,limits}', 'live/kept-deltas', 'auth/passwords', 'data-file/parts'];
/** Where properties have had their many runs already. */
export const FEW_RUNS = { FC_RUNS: '3' };
/** It counts calls of functions in the middle of a gateway, which must not be loaded before. */
export const MOCKING = 'test/live/path.io.test.ts';
const SLOWEST = 'test/cluster/kill.cluster.test.ts';
const FAILOVER = 'test/store/failover.cluster.test.ts';
const WEBHOOKS = 'test/webhooks/kill.cluster.test.ts';
/** What may run beside other tests, in a process of its own: none measures times below 5 seconds. */
export const LONE_TESTS = [SLOWEST, FAILOVER, WEBHOOKS, MOCKING];
/** Only time tells a fault from a busy machine, so these tests run one file after the other, beside nothing of their priority. */
export const FAULT_TESTS = [
  '.cluster.test.ts',
  ...[SLOWEST, FAILOVER, WEBHOOKS].flatMap((file) => ['--exclude', file]),
  '--no-file-parallelism',
];
/** `npm run test:long`: whole matches, pictures, pages in other languages, packages and programs of others. CI has no time for them. */
export const LONG_TESTS = [
  'test/browser/console/layout.page.test.ts',
  'test/browser/console/match.page.test.ts',
  'test/browser/console/token.page.test.ts',
  'test/browser/design.page.test.ts',
  'test/browser/design-sections.page.test.ts',
  'test/browser/languages.page.test.ts',
  'test/browser/overlay/layout.page.test.ts',
  'test/browser/overlay/steady.page.test.ts',
  'test/browser/screen/faces.page.test.ts',
  'test/browser/screen/layout.page.test.ts',
  'test/browser/screen/look.page.test.ts',
  'test/cli/backup.io.test.ts',
  'test/cli/demo/demo.io.test.ts',
  'test/cli/demo/demo.page.test.ts',
  'test/cli/set-password.io.test.ts',
  'test/examples/examples.page.test.ts',
  'test/http/proxies.io.test.ts',
  'test/loadtest/run.io.test.ts',
  'test/ops/image.io.test.ts',
  'test/ops/rolling-restart.io.test.ts',
  'test/ops/rolling-upgrade.io.test.ts',
  'test/ops/systemd-unit.io.test.ts',
  'test/packages/client.page.test.ts',
  'test/store/schema/every-step.io.test.ts',
  'test/web/docs/docs.page.test.ts',
  'test/web/integrations/integrations.page.test.ts',
  'test/web/manage/games/journey.page.test.ts',
  'test/web/manage/squad/squad.page.test.ts',
  'test/web/manage/tournament/tournament.page.test.ts',
  'test/web/account/links.page.test.ts',
  'test/web/account/passkeys.page.test.ts',
  'test/web/connect.page.test.ts',
  'test/web/public/pages.page.test.ts',
  'test/web/accessible-pages.page.test.ts',
  'test/web/home.page.test.ts',
];
/** All others. A process loads the gateway once for all its files. */
export const OTHER_TESTS = [
  ...['.io.test.ts', '.page.test.ts', ...FILE_TESTS.map((name) => `/${name}.test.ts`)],
  ...['--isolate=false', '--exclude', MOCKING],
  ...LONG_TESTS.flatMap((file) => ['--exclude', file]),
];

/** Those of them that need neither a browser nor npm. */
export const PLAIN_TESTS = [...OTHER_TESTS, '--exclude', '**/{*.page,sbom.io}.test.ts'];
/** Long ones of the live channel that try our own logic, which the unit tests try on each Node.js. */
const LOGIC_TESTS = ['test/live/real-matches.io.test.ts', 'test/live/retention.io.test.ts'];
/** Those in which another Node.js and the other core of uWebSockets.js may differ: requests, sockets and the live channel. */
export const SOCKET_TESTS = [
  ...['test/http/', 'test/live/', '--isolate=false', '--exclude', '**/!(*.io).test.ts'],
  ...[MOCKING, ...LOGIC_TESTS, ...LONG_TESTS].flatMap((file) => ['--exclude', file]),
];

/** Calls `runTests` with the name and the environment of each clock and what it leaves out, one after the other. */
export async function underMovedClocks(runTests) {
  const results = [];
  for (const [index, { name, zone, at }] of movedClocks(Date.now()).entries()) {
    const without = index === 0 ? [] : CLOCKLESS.flatMap((file) => ['--exclude', `test/${file}.test.ts`]);
    const env = {
      TZ: zone,
      TEST_CLOCK_SHIFT_MS: String(at - Date.now()),
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${shiftedClock}`.trim(),
      ...FEW_RUNS,
    };
    results.push(await runTests(`${name} (${zone}, ${new Date(at).toISOString()})`, env, without));
  }
  return results;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const statuses = await underMovedClocks((name, env, without) => {
    process.stdout.write(`\nThe clock is moved: ${name}\n`);
    const command = [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...(args.length > 0 ? args : [...UNIT_TESTS, ...without]),
    ];
    return spawnSync(process.execPath, command, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
      .status;
  });
  process.exit(statuses.every((status) => status === 0) ? 0 : 1);
}
