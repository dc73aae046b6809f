// When the subscribers in Python and Go and the scorekeeper come back, against servers whose answers are written here.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { snapshot } from '../support/follower.ts';
import { linesOf } from '../support/process-lines.ts';
import { scriptedServer } from '../support/scripted-server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const succeeds = (command: string, ...args: readonly string[]): boolean => spawnSync(command, args).status === 0;
const python = ['/usr/bin/python3', 'python3'].find((name) => succeeds(name, '-c', 'import websockets'));
const hasGo = succeeds('go', 'version');
const isCi = process.env['CI'] === 'true';

let folder: string;
let child: ChildProcess | null = null;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'touchline-retries-'));
  await cp(path.join(root, 'examples'), folder, { recursive: true });
  await writeFile(path.join(folder, 'python/sitecustomize.py'), WITHOUT_WAITS);
  await writeFile(path.join(folder, 'scorekeeper/without-waits.mjs'), WITHOUT_WAITS_IN_NODE);
});
afterEach(() => {
  child?.kill();
  child = null;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Says how long the program would wait, and waits for none of these times; without chance. */
const WITHOUT_WAITS = `
import asyncio, random
slept = asyncio.sleep
async def wait(seconds, *rest):
    if seconds >= 15:
        return await slept(seconds, *rest)
    print(f"waits {seconds:g}", flush=True)
asyncio.sleep, random.random = wait, lambda: 1.0
`;

/** The same for Node.js: its own waits are by functions with a name. */
const WITHOUT_WAITS_IN_NODE = `
const later = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...rest) => {
  if (run.name !== '') return later(run, ms, ...rest);
  console.log(\`waits \${ms}\`);
  return later(run, 0);
};
Math.random = () => 1;
`;

function start(command: string, args: readonly string[], example: string, port: number) {
  const cwd = path.join(folder, example);
  const env = { SERVER: `http://127.0.0.1:${port}`, CHANNEL: 'match:701', TOKEN: 'tlv_1', PYTHONPATH: cwd };
  const started = spawn(command, args, { cwd, env: { ...process.env, ...env } });
  child = started;
  return { ended: once(started, 'exit'), said: linesOf(started) };
}

test.skipIf(python === undefined && !isCi)(
  'the subscriber in Python waits longer each time, until the server answers its subscription',
  async () => {
    const server = await scriptedServer();
    const { ended, said } = start(python ?? '/usr/bin/python3', ['subscriber.py'], 'python', server.port);
    for (const wait of ['waits 0.5', 'waits 1', 'waits 2']) {
      const peer = await server.peer();
      await peer.expect('auth');
      peer.welcome();
      peer.send({ type: 'error', channel: 'match:701', code: 'unavailable', error: 'Later.' });
      expect(await said(/^waits/)).toBe(wait);
    }
    const answered = await server.peer();
    await answered.expect('auth');
    answered.send(snapshot(1, { kind: 'match', title: 'A vs B', matches: {} }));
    answered.close(1012);
    expect(await said(/^waits/)).toBe('waits 0.5');
    // What it has sent was too much: it does not send it again.
    const last = await server.peer();
    await last.expect('auth');
    last.close(1008);
    expect(await ended).toEqual([1, null]);
    await server.stop();
  },
);

test.skipIf(python === undefined && !isCi)(
  'the subscriber in Python comes back to a server that refuses it for now after the time that it said',
  async () => {
    const server = createServer().listen(0);
    server.on('upgrade', (_, socket) =>
      socket.end(
        'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 7\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      ),
    );
    const { said } = start(
      python ?? '/usr/bin/python3',
      ['subscriber.py'],
      'python',
      (server.address() as AddressInfo).port,
    );
    expect(await said(/^waits/)).toBe('waits 7.5');
    child?.kill();
    server.close();
  },
);

/** The subscriber in Go, as a program. */
async function built(): Promise<string> {
  const cwd = path.join(folder, 'go');
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOCACHE: path.join(tmpdir(), 'touchline-go-cache') };
  await promisify(execFile)('go', ['build', '-o', 'subscriber', '.'], { cwd, env });
  return path.join(cwd, 'subscriber');
}

test.skipIf(!hasGo)(
  'the subscriber in Go comes back to a server that restarts, or refuses it for now, after the time that it said',
  async () => {
    let asked = 0;
    const event = (frame: object): string => `data: ${JSON.stringify(frame)}\n\n`;
    const stream = (answer: ServerResponse, frame: object): void => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).end(event(frame));
    };
    const answers = [
      (answer: ServerResponse) => stream(answer, { type: 'closing', reason: 'shutdown', retry_after_ms: 50 }),
      (answer: ServerResponse) => answer.writeHead(503, { 'retry-after': '1' }).end('{}'),
      (answer: ServerResponse) => stream(answer, { type: 'error', code: 'unavailable', error: 'Later.' }),
      (answer: ServerResponse) => answer.writeHead(401).end('{"error":"No."}'),
    ];
    const server = createServer((_, answer) => void answers[asked++]?.(answer)).listen(0);
    const { ended, said } = start(await built(), [], 'go', (server.address() as AddressInfo).port);
    await said(/come back after 50ms\.$/);
    await said(/come back after 1s\.$/);
    expect(await ended).toEqual([1, null]);
    expect(asked).toBe(4);
    server.close();
  },
);

test.skipIf(!hasGo)('the subscriber in Go leaves a connection on which nothing comes any more', async () => {
  const main = path.join(folder, 'go/main.go');
  const source = await readFile(main, 'utf8');
  expect(source).toContain('const silence = 45 * time.Second');
  await writeFile(main, source.replace('45 * time.Second', '300 * time.Millisecond'));
  let asked = 0;
  const server = createServer((_, answer) => {
    asked += 1;
    if (asked === 1) answer.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
    // The second time not even an answer comes.
    if (asked === 3) answer.writeHead(401).end('{"error":"No."}');
  }).listen(0);
  const { ended } = start(await built(), [], 'go', (server.address() as AddressInfo).port);
  expect(await ended).toEqual([1, null]);
  await writeFile(main, source);
  server.closeAllConnections();
  server.close();
});

test('the scorekeeper keeps a marker until the server itself has answered, and never asks again at once', async () => {
  const json = { 'content-type': 'application/json' };
  const answers = [
    (answer: ServerResponse) =>
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to our WiFi</h1>'),
    (answer: ServerResponse) => answer.writeHead(404).end('<h1>No such site</h1>'),
    (answer: ServerResponse) => answer.writeHead(408, json).end('{"error":"Too slow."}'),
    (answer: ServerResponse) => answer.writeHead(503, { 'retry-after': 'Sat, 01 Jan 2000 00:00:00 GMT' }).end(),
    (answer: ServerResponse) => answer.writeHead(503, { ...json, 'retry-after': '0' }).end('{"error":"Later."}'),
    (answer: ServerResponse) => answer.writeHead(429, { ...json, 'retry-after': '7' }).end('{"error":"Later."}'),
    (answer: ServerResponse) => answer.writeHead(503, { ...json, 'retry-after': '9999999999' }).end('{}'),
    (answer: ServerResponse) => answer.writeHead(201, json).end('{}'),
  ];
  const ids: unknown[] = [];
  const server = createServer((request, answer) => {
    void request.toArray().then((parts) => {
      ids.push((JSON.parse(Buffer.concat(parts as Buffer[]).toString()) as { id: unknown }).id);
      answers[ids.length - 1]?.(answer);
    });
  }).listen(0);
  const args = ['--import', './without-waits.mjs', 'scorekeeper.mjs'];
  const { said } = start(process.execPath, args, 'scorekeeper', (server.address() as AddressInfo).port);
  child?.stdin?.write('Goal team=home\n');
  expect(await said(/tored/)).toBe('Not stored (200): no answer of the server. 1 waiting.');
  const waits = [5_000, 5_000, 5_000, 5_000, 5_000, 7_000, 3_600_000];
  for (const wait of waits) expect(await said(/^waits/)).toBe(`waits ${wait}`);
  await said('Stored: Goal');
  expect([ids.length, new Set(ids).size]).toEqual([8, 1]);
  server.close();
});
