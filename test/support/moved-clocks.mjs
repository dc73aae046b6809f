// The tests that need nothing outside, once more with the clock moved: no test may depend on the day it runs.
// `node test/support/moved-clocks.mjs FILE…` runs some test files so.
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shiftedClock = pathToFileURL(fileURLToPath(new URL('cluster/shifted-clock.mjs', import.meta.url))).href;

const DAY_MS = 86_400_000;
/** Long enough for the tests to begin before the clock passes midnight or jumps, and short enough for them to end after. */
const BEFORE_MS = 12_000;

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
  { name: 'in 60 days', zone: 'America/New_York', at: now + 60 * DAY_MS },
  { name: 'on a leap day', zone: 'Asia/Kolkata', at: nextDay(now, isLeapDay) + DAY_MS / 2 },
  { name: 'at 23:59, into the next day', zone: 'UTC', at: nextDay(now, () => true) + DAY_MS - BEFORE_MS },
  {
    name: 'into daylight-saving time',
    zone: 'Europe/Berlin',
    at: nextDay(now, isPutForward) + 3_600_000 - BEFORE_MS,
  },
];

/** These look at files, which the system's clock dates. */
const FILE_TESTS = ['architecture', 'build', 'documents', 'committed', 'size'];
/** Only these need nothing outside. They leave nothing behind, so that a process may run many files. */
export const UNIT_TESTS = [
  '--isolate=false',
  ...['**/*.{io,page,cluster}.test.ts', `**/{${FILE_TESTS.join(',')}}.test.ts`].flatMap((glob) => ['--exclude', glob]),
];
/** All others, except those of several processes. */
export const OTHER_TESTS = ['.io.test.ts', '.page.test.ts', ...FILE_TESTS.map((name) => `/${name}.test.ts`)];

/** Calls `runTests` with the name and the environment of each clock, one after the other. */
export async function underMovedClocks(runTests) {
  const results = [];
  for (const { name, zone, at } of movedClocks(Date.now())) {
    const env = {
      TZ: zone,
      TEST_CLOCK_SHIFT_MS: String(at - Date.now()),
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${shiftedClock}`.trim(),
      // Properties have had their many runs already.
      FC_RUNS: '10',
    };
    results.push(await runTests(`${name} (${zone}, ${new Date(at).toISOString()})`, env));
  }
  return results;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const statuses = await underMovedClocks((name, env) => {
    process.stdout.write(`\nThe clock is moved: ${name}\n`);
    const command = ['node_modules/vitest/vitest.mjs', 'run', ...(args.length > 0 ? args : UNIT_TESTS)];
    return spawnSync(process.execPath, command, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
      .status;
  });
  process.exit(statuses.every((status) => status === 0) ? 0 : 1);
}
