// `npm run demo` as a newcomer starts it: its screen is opened, and a match unfolds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteComplaints, openBrowser } from '../../support/browser.ts';
import { freePort } from '../../support/free-port.ts';

const root = path.resolve(import.meta.dirname, '../../..');
let demo: ReturnType<typeof spawn>;
let browser: Browser;
let said = '';
let screen: string;

beforeAll(async () => {
  browser = await openBrowser();
  demo = spawn(process.execPath, ['src/start.mjs', 'demo', '--port', String(await freePort())], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  demo.stderr?.on('data', (part: Buffer) => (said += part.toString()));
  screen = await new Promise<string>((resolve, reject) => {
    demo.once('exit', () => reject(new Error(`The demo ended before it said where its screen is:\n${said}`)));
    if (!demo.stdout) throw new Error('no output');
    createInterface({ input: demo.stdout }).on('line', (line) => {
      said += `${line}\n`;
      const address = /https?:\/\/\S+\/screen\/match:\S+/.exec(line)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
});
afterAll(async () => {
  await browser.close();
  const ended = once(demo, 'exit');
  demo.kill('SIGTERM');
  await ended;
});

test('the demo’s console opens its match without asking for anything', async () => {
  await expect.poll(() => said).toContain('/console/match:');
  const address = /https?:\/\/\S+\/console\/match:\S+/.exec(said)?.[0] ?? '';
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await page.goto(address);
  await page.getByTestId('ready').click();
  await page.getByTestId('column-away').getByText('Croatia').waitFor();
  await page.getByTestId('signal').getByText('ONLINE').waitFor();
  expect(page.url()).not.toContain('token');
  await page.close();
});

test('the demo screen changes its score and its clock, and names a scorer', async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  noteComplaints(page, complaints);
  await page.goto(screen);
  const clock = page.getByTestId('clock');
  await clock.waitFor();
  const minutes = async (): Promise<number> => Number(/\d+/.exec(await clock.innerText())?.[0]);
  const before = await minutes();
  const score = page.getByTestId('score');
  // The own goal of the 18th minute: at 30 times the speed it is scored within 40 seconds.
  await score.filter({ hasText: /[1-9]/ }).waitFor();
  await page.getByText('Mandžukić').first().waitFor();
  expect(await minutes()).toBeGreaterThan(before);
  expect(complaints).toEqual([]);
});
