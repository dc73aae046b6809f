// Runs the unit tests again with moved clocks: no test may depend on the day it runs.
// `node test/support/moved-clocks.mjs FILE…` runs some test files so.
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CLOCKLESS, FEW_RUNS, UNIT_TESTS } from './test-lists.mjs';

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
/** In Israel clocks are put forward on the Friday before the last Sunday in March, when a day ends in UTC. */
const isPutForward = (at) => {
  const day = new Date(at);
  return day.getUTCMonth() === 2 && day.getUTCDay() === 5 && day.getUTCDate() > 22 && day.getUTCDate() < 30;
};

/** One of the clocks. In CI the tests on Node.js 24 run under it. */
export const LEAP_DAY = 'on a leap day';

/** The clocks to test by: `at` is the time, ms since 1970, at which the tests begin. */
const movedClocks = (now) => [
  {
    name: 'in 60 days or more, at 23:59, into the next day and daylight-saving time',
    zone: 'Asia/Jerusalem',
    at: nextDay(now + 60 * DAY_MS, isPutForward) - BEFORE_MS,
  },
  // Half an hour beside the full hours, and behind UTC.
  { name: LEAP_DAY, zone: 'America/St_Johns', at: nextDay(now, isLeapDay) + DAY_MS / 2 },
];

/**
 * Calls `runTests` with the name and the environment of each clock and what it leaves out, one after the other. `isWanted`: whether
 * the clock of this name is one of them. `hasClockless`: whether those that read no clock run under the first of them.
 */
export async function underMovedClocks(runTests, isWanted = () => true, hasClockless = true) {
  const results = [];
  for (const { name, zone, at } of movedClocks(Date.now()).filter((clock) => isWanted(clock.name))) {
    const isFull = hasClockless && results.length === 0;
    const without = isFull ? [] : CLOCKLESS.flatMap((file) => ['--exclude', `test/${file}.test.ts`]);
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
