// The baseline of `storm`: uWebSockets.js alone. It subscribes each client that sends a message and sends it the same bytes.
import uWS from 'uWebSockets.js';

const TOPIC = 'board';
const snapshot = 'x'.repeat(Number(process.argv[2] ?? 1_000));
const app = uWS.App();
app.ws('/*', {
  idleTimeout: 0,
  maxBackpressure: 64 * 1024,
  message: (ws) => {
    ws.subscribe(TOPIC);
    ws.send(snapshot);
  },
});
app.listen('127.0.0.1', 0, (socket) => {
  if (!socket) throw new Error('Cannot listen.');
  console.log(JSON.stringify({ url: `http://127.0.0.1:${uWS.us_socket_local_port(socket)}` }));
});
process.once('SIGTERM', () => process.exit(0));
