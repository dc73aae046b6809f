// `npm run check`: types, lint and format at the same time; `npm test` runs the same beside the tests.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tool = (script) => path.join(root, 'node_modules', script);
/** Lists the files that its own layout would change. It lays out nearly all as Prettier does, in a fiftieth of the time. */
const OXFMT = [tool('oxfmt/bin/oxfmt'), '--config', '.prettierrc.json', '--list-different', '.'];
const PRETTIER = [tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn'];

/** The priority of work beside tests that measure time: they go first, and on a busy machine it still gets a third of their share. */
export const BEHIND = 5;

const run = (args, isBehind) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    if (isBehind && child.pid !== undefined) setPriority(child.pid, BEHIND);
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (output += part));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });

/** Prettier decides, on the files of which it may think otherwise. */
async function checkFormat(isBehind) {
  const listed = await run(OXFMT, isBehind);
  const files = listed.output.split('\n').filter((line) => line !== '');
  if (listed.ok || !files.every((file) => existsSync(path.join(root, file)))) return listed;
  return run([...PRETTIER, ...files], isBehind);
}

const checks = {
  lint: (isBehind) => run([tool('oxlint/bin/oxlint')], isBehind),
  types: (isBehind) =>
    run([tool('typescript/bin/tsc'), '--incremental', '--tsBuildInfoFile', '.cache/tsc.json'], isBehind),
  format: checkFormat,
};

async function timed(check, isBehind) {
  const began = performance.now();
  return { ...(await check(isBehind)), seconds: (performance.now() - began) / 1_000 };
}

/** Runs all checks, prints what each found, and resolves to how many failed. `isBehind`: all else goes first. */
export const staticChecks = async ({ isBehind = false } = {}) => {
  const running = Object.entries(checks).map(([name, check]) => [name, timed(check, isBehind)]);
  let failed = 0;
  for (const [name, check] of running) {
    const { ok, output, seconds } = await check;
    process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)\n`);
    if (ok) continue;
    failed++;
    process.stdout.write(`${output.trimEnd()}\n`);
  }
  return failed;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await staticChecks()) === 0 ? 0 : 1;
