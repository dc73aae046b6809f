// The baseline of `fanout`: uWebSockets.js alone. It publishes each message of the publisher to all others.
import uWS from 'uWebSockets.js';

const TOPIC = 'board';
const app = uWS.App();
app.ws('/publish', {
  idleTimeout: 0,
  maxBackpressure: 64 * 1024,
  message: (_ws, message) => {
    app.publish(TOPIC, message, false);
  },
});
app.ws('/board', {
  idleTimeout: 0,
  maxBackpressure: 64 * 1024,
  open: (ws) => {
    ws.subscribe(TOPIC);
  },
});
app.listen('127.0.0.1', 0, (socket) => {
  if (!socket) throw new Error('Cannot listen.');
  console.log(JSON.stringify({ url: `http://127.0.0.1:${uWS.us_socket_local_port(socket)}` }));
});
process.once('SIGTERM', () => process.exit(0));
