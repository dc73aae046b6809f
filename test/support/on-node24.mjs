// The tests of CI on Node.js 24 on Debian 13, as test/support/node24.sh runs them.
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { BEHIND } from './static-checks.mjs';
import { FEW_RUNS } from './test-lists.mjs';

const script = fileURLToPath(new URL('node24.sh', import.meta.url));
/** The root takes a minute, and several behind all other tests. Without Debian's packages it would never come. */
const PREPARE_S = 420;
/** How a line about a failed test begins. */
export const FAILED = 'FAILED ';
/** The exit code of `timeout` when the time is over. */
const TIMED_OUT = 124;

/** Runs a command. Resolves to the exit code and all that was printed. `isBehind`: all else goes first. */
const run = (command, args, { env = {}, isBehind = false } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    if (isBehind && child.pid !== undefined) setPriority(child.pid, BEHIND);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output: output.trimEnd() }));
  });

/** Makes the root. Resolves to why this machine cannot; empty when it can. */
export async function prepareNode24() {
  const { code, output } = await run('timeout', [`${PREPARE_S}`, 'bash', script, '--prepare'], { isBehind: true });
  if (code === 0) return '';
  if (code === TIMED_OUT) return `its Debian 13 was not ready within ${PREPARE_S} s`;
  return output.split('\n').at(-1) || `its Debian 13 cannot be made: exit code ${code}`;
}

/**
 * Runs tests that need no browser, with these databases. `which`: an option of run-tests.mjs. Resolves to how many passed and failed,
 * and the lines about those that failed. `isBehind`: all else goes first.
 */
export async function onNode24(which, env, options) {
  const { output } = await run('bash', [script, '--prepared', which], { ...options, env: { ...env, ...FEW_RUNS } });
  const [last = '', ...lines] = output.split('\n').reverse();
  const counts = /^(\d+) passed, (\d+) failed$/.exec(last);
  process.stdout.write(`Node.js 24 on Debian 13:\n${lines.reverse().join('\n')}\n${counts ? '' : `${last}\n`}`);
  const failures = lines.filter((line) => line.startsWith(FAILED)).map((line) => line.slice(FAILED.length));
  return counts
    ? { passed: Number(counts[1]), failed: Number(counts[2]), failures }
    : { passed: 0, failed: 1, failures: ['the tests did not end'] };
}
