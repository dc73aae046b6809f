// `npm run test:unit`: the unit tests, without a look for databases. Files or options behind `--` go to the test runner.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { UNIT_TESTS } from './test-lists.mjs';

const runner = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
// Some of them wait: three at a time keep two cores busy.
const args = ['run', ...UNIT_TESTS, '--maxWorkers=3', ...process.argv.slice(2)];
process.exitCode = spawnSync(process.execPath, [runner, ...args], { stdio: 'inherit' }).status ?? 1;
