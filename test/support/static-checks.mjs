// `npm run check`: types, lint and format at the same time; `npm test` runs the same beside the tests.
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tool = (script) => path.join(root, 'node_modules', script);

const checks = {
  lint: [tool('oxlint/bin/oxlint')],
  types: [tool('typescript/bin/tsc'), '--incremental', '--tsBuildInfoFile', '.cache/tsc.json'],
  format: [
    tool('prettier/bin/prettier.cjs'),
    ...['--check', '--log-level', 'warn'],
    ...['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/prettier.json'],
    '.',
  ],
};

/** The priority of work beside tests that measure time: they go first, and on a busy machine it still gets a third of their share. */
export const BEHIND = 5;

const run = (args, isBehind) =>
  new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    if (isBehind && child.pid !== undefined) setPriority(child.pid, BEHIND);
    let output = '';
    child.stdout.on('data', (part) => (output += part));
    child.stderr.on('data', (part) => (output += part));
    child.on('close', (code) => resolve({ ok: code === 0, output, seconds: (performance.now() - began) / 1_000 }));
  });

/** Runs all checks, prints what each found, and resolves to how many failed. `isBehind`: all else goes first. */
export const staticChecks = async ({ isBehind = false } = {}) => {
  const running = Object.entries(checks).map(([name, args]) => [name, run(args, isBehind)]);
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
