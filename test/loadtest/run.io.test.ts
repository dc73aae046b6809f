// The smallest run of a scenario, as its users start it: the gateway, the three baselines, the boards, the table and the JSON file.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createHome, testDatabases } from '../support/database.ts';

const root = path.resolve(import.meta.dirname, '../..');

type Ended = { readonly code: number; readonly output: string; readonly errors: string };

/** `npm run loadtest -- …` */
async function loadtest(...args: readonly string[]): Promise<Ended> {
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', 'loadtest/run.ts', ...args], { cwd: root });
  try {
    const { stdout, stderr } = await run;
    return { code: 0, output: stdout, errors: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout, errors: stderr };
  }
}

describe.skipIf(!(await testDatabases()).includes('postgres'))('the scenario connect', () => {
  test('runs beside all baselines, loses nothing and writes its result', async () => {
    const { home, remove } = await createHome();
    onTestFinished(remove);
    const ended = await loadtest('connect', '--subscribers', '10', '--rounds', '1', '--results', home);
    expect(ended).toMatchObject({ code: 0, errors: '' });
    expect(ended.output).toMatch(/^[\d.]+ of raw uWebSockets\.js, CPU of a connect with a subscription/m);
    const result = JSON.parse(await readFile(path.join(home, 'connect.json'), 'utf8')) as {
      readonly servers: object;
    };
    expect(Object.keys(result.servers)).toEqual(['raw', 'ws', 'Socket.IO', 'gateway']);
    expect(result).toMatchObject({
      scenario: 'connect',
      mistakes: { lost: 0, repeated: 0, disordered: 0 },
      servers: {
        raw: { cpu: { median: expect.any(Number) as number } },
        gateway: { rounds: [{ cpu: expect.any(Number) as number }] },
      },
    });
  });
});

test('--help lists every scenario and option', async () => {
  const { code, output } = await loadtest('--help');
  expect(code).toBe(0);
  const scenarios = ['fanout', 'markers', 'reads', 'pages', 'storm', 'slow', 'turns'];
  for (const name of [...scenarios, 'burst', 'steady', 'connect', 'memory', 'growth', 'all'])
    expect(output).toMatch(new RegExp(`^  ${name} `, 'm'));
  for (const name of ['rounds', 'subscribers', 'matches', 'rate', 'seconds', 'peers', 'results', 'cpu-prof'])
    expect(output).toMatch(new RegExp(`^  --${name} `, 'm'));
});

test('an unknown scenario ends with 2 and the help', async () => {
  const { code, errors } = await loadtest('sprint');
  expect(code).toBe(2);
  expect(errors).toContain('npm run loadtest -- SCENARIO');
});
