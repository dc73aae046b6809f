// The service worker of the console, and the pages and files that it stores while versions change.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as esbuild from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser.ts';

const source = path.resolve(import.meta.dirname, '../../../src/browser/console/worker.ts');

let worker: string;
let server: Server;
let browser: Browser;
let page: Page;
/** The version that the server serves. */
let version: string;
/** The scripts that the server answers only later. */
let held: Map<string, Promise<void>>;

beforeAll(async () => {
  const built = await esbuild.build({ entryPoints: [source], bundle: true, write: false, format: 'iife' });
  worker = built.outputFiles[0]?.text ?? '';
  browser = await openBrowser();
  server = createServer((request, answer) => {
    const address = request.url ?? '';
    const type = address.endsWith('.js') ? 'text/javascript' : 'text/html';
    const body = address.endsWith('worker.js') ? worker : `<script src="/assets/${version}.js"></script>`;
    answer.setHeader('content-type', type).setHeader('service-worker-allowed', '/console');
    void Promise.resolve(held.get(address)).then(() => answer.end(address.startsWith('/assets/') ? '' : body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  version = 'first';
  held = new Map();
  const context = await browser.newContext();
  page = await context.newPage();
  await open();
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/console/worker.js', { scope: '/console' });
    await navigator.serviceWorker.ready;
  });
  return () => context.close();
});

const open = () => page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/console`);

/** The version of the stored page, and the stored scripts. */
const stored = (): Promise<readonly unknown[]> =>
  page.evaluate(async () => {
    const cache = await caches.open('touchline-console');
    const html = await (await cache.match('/console'))?.text();
    const files = (await cache.keys()).map(({ url }) => new URL(url).pathname).filter((file) => file !== '/console');
    return [/assets\/(\w+)/.exec(html ?? '')?.[1], ...files.sort()];
  });

test('the files of a page stay until the page after it was opened', async () => {
  expect(await stored()).toEqual(['first', '/assets/first.js']);
  version = 'second';
  await open();
  await expect.poll(stored).toEqual(['second', '/assets/first.js', '/assets/second.js']);
  await open();
  await expect.poll(stored).toEqual(['second', '/assets/second.js']);
});

test('an older update that ends late does not bring back its page', async () => {
  let release = (): void => undefined;
  held.set('/assets/second.js', new Promise((resolve) => (release = resolve)));
  version = 'second';
  const asked = new Promise<void>((resolve) => {
    server.on('request', ({ url }: { url: string }) => {
      if (url === '/assets/second.js') resolve();
    });
  });
  await Promise.all([asked, open()]);
  version = 'third';
  await open();
  release();
  await expect.poll(stored).toContain('/assets/second.js');
  await expect.poll(stored).toEqual(['third', '/assets/second.js', '/assets/third.js']);
});
