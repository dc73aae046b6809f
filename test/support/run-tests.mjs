// `npm test`: type check, lint, format, then all tests, against the databases that are there. With file names behind
// `--`, only those tests; with `--long`, the tests that CI has no time for; with `--without-browser`, the tests for another
// version of Node.js, or with `--units`, `--logic` and `--plain` a part of them. The last line is for CI: "N passed, N failed".
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryFolder } from './memory-folder.mjs';
import { LEAP_DAY, underMovedClocks } from './moved-clocks.mjs';
import { FAILED, onNode24, prepareNode24 } from './on-node24.mjs';
import { findPostgres, findRedis, startOwnPostgres } from './servers.mjs';
import { BEHIND, staticChecks } from './static-checks.mjs';
import {
  FAULT_TESTS,
  LOGIC_TESTS,
  LONE_TESTS,
  LONG_TESTS,
  MOCKING,
  OTHER_TESTS,
  PLAIN_TESTS,
  TESTS_BESIDE_NODE24,
  UNIT_TESTS,
} from './test-lists.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const given = process.argv.slice(2);
const only = given[0] === '--long' ? LONG_TESTS : given;
const isCi = process.env.CI === 'true';
const say = (line) => process.stdout.write(`${line}\n`);

/** Runs a tool of node_modules. Its output is shown as it comes, or `isShownAtEnd` in one piece. `isBehind`: all else goes first. */
const run = (script, args, env, { isShownAtEnd, isBehind }) =>
  new Promise((resolve) => {
    const output = isShownAtEnd ? 'pipe' : 'inherit';
    const child = spawn(process.execPath, [path.join(root, 'node_modules', script), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
    });
    if (isBehind && child.pid !== undefined) setPriority(child.pid, BEHIND);
    const parts = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => parts.push(part));
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(parts));
      resolve({ ok: code === 0 });
    });
  });

if (!existsSync(path.join(root, 'node_modules'))) {
  say('The packages are not installed. Run "npm ci" in the folder of this checkout.');
  process.exit(1);
}
const ranStatuses = new Set(['passed', 'failed']);
/** Names of tests whose requirements are missing. */
const skipped = new Set();
/** Names of failed tests, each with the first line of why. They are told again at the end, since an output may be long. */
const failures = [];

/** Counts from the test runner's report; a file that cannot be loaded counts as one failure. */
const countTests = async (report) => {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(await readFile(report, 'utf8'));
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((result) => result.status === 'failed'),
  );
  for (const file of brokenFiles) failures.push(`${path.relative(root, file.name)}: ${file.message}`);
  for (const file of testResults) {
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      const name = `${path.relative(root, file.name)}: ${fullName}`;
      if (!ranStatuses.has(status)) skipped.add(name);
      if (status === 'failed') failures.push(`${name}: ${failureMessages.join('\n').split('\n', 1)[0]}`);
    }
  }
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length };
};

const memory = memoryFolder();
if (memory !== null) process.env.TMPDIR = memory;
// To make and drop a database takes a second and more of the processor on some disks. In memory it is a tenth of that.
const own = isCi && memory !== null && !process.env.DATABASE_URL ? await startOwnPostgres() : null;
const [database, redis] = await Promise.all([findPostgres(say, own?.url), findRedis()]);
const missing = [...(database ? [] : ['PostgreSQL']), ...(redis ? [] : ['Redis'])];
const explicitlyMissing = (process.env.DATABASE_URL && !database) || (process.env.REDIS_URL && !redis);
if (missing.length > 0 && (isCi || explicitlyMissing)) {
  say(`Tests need ${missing.join(' and ')}: name them with DATABASE_URL and REDIS_URL, or start them on their ports.`);
  say('0 passed, 1 failed');
  process.exit(1);
}

/** Real match scripts, in the folder that test/support/shared.ts names. */
const scripts = process.env.TOUCHLINE_SHARED || path.resolve(root, '..', 'shared');
const hasScripts = existsSync(path.join(scripts, 'matches', 'index.json'));
if (process.env.TOUCHLINE_SHARED && !hasScripts) {
  say(`TOUCHLINE_SHARED is ${scripts}, and there is no matches/index.json in it.`);
  say('0 passed, 1 failed');
  process.exit(1);
}

const began = performance.now();
const databases = {
  ...(database ? { DATABASE_URL: database.url } : {}),
  ...(redis ? { REDIS_URL: redis.url } : {}),
};
await mkdir(path.join(root, '.cache'), { recursive: true });
/** In the checkout, where the run on Node.js 24 finds it too. */
const folder = await mkdtemp(path.join(root, '.cache', 'tests-'));
process.on('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
// Its children get the signal of a terminal too.
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
/** Transformed modules. The run on Node.js 24 is given those of the run that starts it. */
const modules = process.env.TEST_MODULES_FOLDER || path.join(folder, 'modules');
let runs = 0;
const runTests = async (args, { moreEnv = {}, isShownAtEnd = false, isBehind = false } = {}) => {
  const report = path.join(folder, `report-${(runs += 1)}.json`);
  const { ok } = await run(
    'vitest/vitest.mjs',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    { ...databases, TEST_MODULES_FOLDER: modules, ...moreEnv },
    { isShownAtEnd, isBehind },
  );
  const { passed, failed } = await countTests(report).catch((error) => {
    say(`The test runner left no report: ${error.message}`);
    return { passed: 0, failed: 1 };
  });
  if (ok || failed > 0) return { passed, failed };
  failures.push(`the tests of ${path.basename(report)}: an error that no test caught, see "Unhandled Errors" above`);
  return { passed, failed: 1 };
};

/** In one process. `isBehind`: beside tests that wait most of their time. */
const runUnitTests = (moreEnv = {}, { without = [], isBehind = true } = {}) =>
  runTests([...UNIT_TESTS, ...without, '--maxWorkers=1'], { moreEnv, isShownAtEnd: true, isBehind });

/** Only in CI: at a desk these runs would cost every `npm test` a minute. */
const runMoved = (isWanted, { isBehind, hasClockless }) =>
  underMovedClocks(
    (clock, env, without) => {
      say(`The clock is moved: ${clock}`);
      return runUnitTests(env, { without, isBehind });
    },
    isWanted,
    hasClockless,
  );

/** Why nothing is tested on Node.js 24; empty when it is. */
let withoutNode24 = 'only CI does';

const runLogicTests = () => runTests([...LOGIC_TESTS, '--maxWorkers=2'], { isShownAtEnd: true });

/** Those of CI on Node.js 24. `which`: `--units`, `--logic` or `--plain`. */
const testsOnNode24 = async (which, options) => {
  const result = await onNode24(which, { ...databases, TEST_MODULES_FOLDER: modules }, options);
  for (const failure of result.failures) failures.push(`on Node.js 24: ${failure}`);
  return result;
};

/** What needs the processor and nothing else, one after the other, behind all other tests. The leap day comes on Node.js 24, if it can. */
const testsBehind = async (preparing) => {
  const checks = { passed: 0, failed: await staticChecks({ isBehind: true }) };
  const units = await runUnitTests();
  const hasNode24 = (await preparing) === '';
  const onOther = hasNode24 ? [await testsOnNode24('--units', { isBehind: true })] : [];
  const rest = { isBehind: true, hasClockless: !hasNode24 };
  const moved = isCi ? await runMoved((clock) => !hasNode24 || clock !== LEAP_DAY, rest) : [];
  return [checks, units, ...onOther, ...moved];
};

/** A machine on which the lone tests take longer has no time for tests with databases on both versions: all should end within 15 minutes. */
const SLOW_S = 90;
const SLOW = `the machine is slow: its first tests took more than ${SLOW_S} s`;

/** Why the tests with databases do not run on Node.js 24; empty when they do. */
const withoutMostOn24 = async (preparing, lone) => {
  await lone;
  const isSlow = performance.now() - began > SLOW_S * 1_000;
  return (await preparing) || (isSlow ? SLOW : '');
};

/** After the lone ones, in their place. */
const logicOnNode24 = async (without) =>
  (await without) === '' ? [await testsOnNode24('--logic', { isBehind: true })] : [];

const everything = async () => {
  const preparing = isCi ? prepareNode24() : Promise.resolve(withoutNode24);
  const behind = testsBehind(preparing);
  const lone = runTests([...LONE_TESTS, '--maxWorkers=1'], { isShownAtEnd: true, isBehind: true });
  const without = isCi ? withoutMostOn24(preparing, lone) : preparing;
  const logic = logicOnNode24(without);
  // Tests with faults wait most of their time, and what is beside them only takes what they leave.
  const faults = await runTests(FAULT_TESTS);
  withoutNode24 = await without;
  const hasNode24 = withoutNode24 === '';
  // Tests of pages and databases wait for processes: seven at a time keep two cores busy to the end.
  const most = await Promise.all([
    runTests(hasNode24 ? [...TESTS_BESIDE_NODE24, '--maxWorkers=3'] : [...OTHER_TESTS, '--maxWorkers=4']),
    ...(hasNode24 ? [testsOnNode24('--plain')] : []),
  ]);
  return [faults, ...most, await lone, ...(await logic), ...(await behind)];
};

/** Of Node.js 24. In CI all unit tests have run with today's clock already. */
const units = () =>
  isCi
    ? runMoved((clock) => clock === LEAP_DAY, { isBehind: false, hasClockless: true })
    : Promise.all([runUnitTests({}, { isBehind: false })]);

const plain = () =>
  Promise.all([runTests([...PLAIN_TESTS, '--maxWorkers=4']), runTests([MOCKING], { isShownAtEnd: true })]);

const modes = {
  '--without-browser': async () => (await Promise.all([plain(), runLogicTests(), units()])).flat(),
  '--units': units,
  '--logic': () => Promise.all([runLogicTests()]),
  '--plain': plain,
};

const chosen = () => modes[only[0]]?.() ?? (only.length > 0 ? Promise.all([runTests(only)]) : everything());
const results = await chosen();
const sum = (what) => results.reduce((total, result) => total + result[what], 0);
const passed = sum('passed');
const failed = sum('failed');
say(`Databases: ${database ? `PostgreSQL ${database.version} and ` : ''}the embedded one${database ? '' : ' only'}.`);
say(`Redis: ${redis ? new URL(redis.url).host : 'none; nothing was tested with several nodes'}.`);
say(`Match scripts: ${hasScripts ? scripts : 'none; set TOUCHLINE_SHARED to the folder that has them'}.`);
const ranOnNode24 = () => {
  if (withoutNode24 === '') return 'all but the tests of pages and faults';
  return withoutNode24 === SLOW ? `only what needs no database (${SLOW})` : `not tested (${withoutNode24})`;
};
if (only.length === 0) say(`Node.js 24: ${ranOnNode24()}.`);
for (const name of skipped) say(`Skipped: ${name}`);
for (const failure of failures) say(FAILED + failure);
say(`Took ${Math.round((performance.now() - began) / 1_000)} s.`);
say(`${passed} passed, ${failed} failed`);
await own?.stop();
process.exit(failed === 0 ? 0 : 1);
