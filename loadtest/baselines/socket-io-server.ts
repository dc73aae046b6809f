// The baseline: Socket.IO on its WebSocket transport, with one room for each channel. `node socket-io-server.ts SNAPSHOT_BYTES`.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { snapshotOf } from './frames.ts';

const snapshotBytes = Number(process.argv[2] ?? 1_000);
const http = createServer();
const server = new Server(http, { transports: ['websocket'], serveClient: false });
server.on('connection', (socket) => {
  socket.on('subscribe', async (channel: string) => {
    await socket.join(channel);
    socket.emit('snapshot', JSON.parse(snapshotOf(channel, snapshotBytes)));
  });
  socket.on('publish', (channel: string, frame: unknown) => {
    server.to(channel).emit('delta', frame);
  });
});
http.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 });
await once(http, 'listening');
console.log(JSON.stringify({ url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }));
process.once('SIGTERM', () => process.exit(0));
