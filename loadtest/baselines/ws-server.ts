// The baseline: the package ws, with a loop of `send` over the boards of a channel. `node ws-server.ts SNAPSHOT_BYTES`.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { readUpdate, snapshotOf } from './frames.ts';

const snapshotBytes = Number(process.argv[2] ?? 1_000);
const boards = new Map<string, Set<WebSocket>>();

function subscribe(board: WebSocket, channel: string): void {
  const others = boards.get(channel) ?? new Set();
  boards.set(channel, others.add(board));
  board.once('close', () => others.delete(board));
  board.send(snapshotOf(channel, snapshotBytes));
}

function publish(message: Buffer): void {
  const { channel, frame } = readUpdate(message);
  for (const board of boards.get(channel) ?? []) board.send(frame, { binary: false });
}

const http = createServer();
// Compression is off, as in the gateway.
const server = new WebSocketServer({ server: http, perMessageDeflate: false });
server.on('connection', (socket, { url }) => {
  socket.on('message', (message: Buffer) => {
    if (url === '/publish') publish(message);
    else subscribe(socket, message.toString());
  });
});
http.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 });
await once(http, 'listening');
console.log(JSON.stringify({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }));
process.once('SIGTERM', () => process.exit(0));
