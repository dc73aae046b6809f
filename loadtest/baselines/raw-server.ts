// The baseline: uWebSockets.js alone. A board that sends the name of a channel is subscribed and gets a snapshot of the given
// size. `node raw-server.ts SNAPSHOT_BYTES`.
import uWS from 'uWebSockets.js';
import { readUpdate, snapshotOf } from './frames.ts';

const snapshotBytes = Number(process.argv[2] ?? 1_000);
const app = uWS.App();
app.ws('/publish', {
  idleTimeout: 0,
  message: (_ws, message) => {
    const { channel, frame } = readUpdate(Buffer.from(message));
    app.publish(channel, frame, false);
  },
});
app.ws('/board', {
  idleTimeout: 0,
  maxBackpressure: 64 * 1_024,
  message: (ws, message) => {
    const channel = Buffer.from(message).toString();
    ws.subscribe(channel);
    ws.send(snapshotOf(channel, snapshotBytes), false);
  },
});
app.listen('127.0.0.1', 0, (socket) => {
  if (!socket) throw new Error('Cannot listen.');
  console.log(JSON.stringify({ url: `http://127.0.0.1:${uWS.us_socket_local_port(socket)}` }));
});
process.once('SIGTERM', () => process.exit(0));
