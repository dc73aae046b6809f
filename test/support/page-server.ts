// Serves the screen and the overlay, bundled as the build does, with a live channel beside it on which every channel has the
// state that the test put there. For tests of what a page looks like, where a match would only be in the way.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ChannelState } from '../../protocol/wire/board.ts';
import type { Cause } from '../../protocol/wire/down.ts';
import { type Facts, NO_FACTS } from '../../protocol/rest/facts.ts';
import { patchBetween } from '../../protocol/wire/merge-patch.ts';
import type { UpFrame } from '../../protocol/wire/up.ts';
import { overlayPage } from '../../src/web/overlay.ts';
import { screenPage } from '../../src/web/screen.ts';

/** The policy that the gateway sends: nothing inline, and only badges from other origins. */
const csp = (host = ''): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self' ws://${host}; img-src https: data:; base-uri 'none'`;

export type PageServer = {
  /** Address of the screen of that channel. */
  screen(channel: string): string;
  /** Address of the overlay of that channel. */
  overlay(channel: string): string;
  /** The facts that the pages of that channel get beside its state. */
  putFacts(channel: string, facts: Partial<Facts>): void;
  /** Sets the state of the channel, also for pages that already watch it. */
  put(channel: string, state: ChannelState): void;
  /** The same as a delta, with its causes. */
  change(channel: string, state: ChannelState, cause: readonly Cause[]): void;
  /** Puts the clock of the server forward, for pages whose own clock steps. */
  step(ms: number): void;
  /** Refuses channels without a state, and every token except `good`. */
  stop(): Promise<void>;
};

function typeOf(file: string): string {
  if (file.endsWith('.woff2')) return 'font/woff2';
  return file.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8';
}

export async function openPageServer(): Promise<PageServer> {
  const bundle = await build({
    entryPoints: ['screen', 'overlay'].map((name) => ({
      in: fileURLToPath(new URL(`../../src/browser/${name}/main.tsx`, import.meta.url)),
      out: name,
    })),
    outdir: '/',
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.woff2': 'file' },
    publicPath: '/',
  });
  const files = new Map(bundle.outputFiles.map(({ path, contents }) => [path, contents]));
  const facts = new Map<string, Facts>();
  const states = new Map<string, ChannelState>();
  const watching = new Map<WebSocket, Set<string>>();
  let seq = 0;
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;

  const http = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = (type: string, body: string | Uint8Array): void => {
      response.writeHead(200, { 'content-type': type, 'content-security-policy': csp(request.headers.host) }).end(body);
    };
    const file = files.get(pathname);
    const [, kind = '', name = ''] = pathname.split('/');
    const channel = decodeURIComponent(name);
    const assets = { js: `/${kind}.js`, css: `/${kind}.css` };
    if (file !== undefined) answer(typeOf(pathname), file);
    else if (kind === 'screen' || kind === 'overlay') {
      const data = JSON.stringify({ now: now(), facts: facts.get(channel) ?? NO_FACTS, frames: [], air: [] });
      const page = kind === 'screen' ? screenPage : overlayPage;
      answer('text/html; charset=utf-8', page({ channel, assets, title: channel, data }));
    } else response.writeHead(404).end();
  });
  const sockets = new WebSocketServer({ server: http });
  const send = (socket: WebSocket, frame: object): void => {
    socket.send(JSON.stringify(frame));
  };
  const snapshot = (socket: WebSocket, channel: string, ref?: number | string): void => {
    const state = states.get(channel);
    if (state) send(socket, { type: 'snapshot', channel, ref, epoch: 'e', seq: (seq += 1), at: now(), state });
    else send(socket, { type: 'error', channel, ref, code: 'forbidden', error: 'This token may not read it.' });
  };
  sockets.on('connection', (socket) => {
    const channels = new Set<string>();
    watching.set(socket, channels);
    socket.on('close', () => watching.delete(socket));
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as UpFrame;
      if (frame.type === 'auth' && frame.token !== 'good') {
        send(socket, { type: 'error', code: 'unauthorized', error: 'Invalid API token.', hint: 'Make a new one.' });
        socket.close(4401);
      } else if (frame.type === 'auth') {
        const welcome = { protocol: 'touchline.v1', server_time: now(), heartbeat_ms: 5_000, session: 's' };
        send(socket, { type: 'welcome', ...welcome });
      } else if (frame.type === 'ping') send(socket, { type: 'pong', t: frame.t, server_time: now() });
      else if (frame.type === 'subscribe') {
        channels.add(frame.channel);
        snapshot(socket, frame.channel, frame.ref);
      }
    });
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;

  return {
    screen: (channel) => `http://127.0.0.1:${port}/screen/${encodeURIComponent(channel)}`,
    overlay: (channel) => `http://127.0.0.1:${port}/overlay/${encodeURIComponent(channel)}`,
    putFacts: (channel, more) => void facts.set(channel, { ...NO_FACTS, ...more }),
    put(channel, state) {
      states.set(channel, state);
      for (const [socket, channels] of watching) if (channels.has(channel)) snapshot(socket, channel);
    },
    change(channel, state, cause) {
      const patch = patchBetween(states.get(channel) ?? {}, state);
      states.set(channel, state);
      const frame = { type: 'delta', channel, seq: seq + 1, from: seq, at: now(), cause, patch };
      seq += 1;
      for (const [socket, channels] of watching) if (channels.has(channel)) send(socket, frame);
    },
    step(ms) {
      aheadMs += ms;
    },
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
