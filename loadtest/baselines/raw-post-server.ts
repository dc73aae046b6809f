// A baseline of `markers`: uWebSockets.js alone. It parses the body and answers as the gateway does. It checks and stores nothing.
import uWS from 'uWebSockets.js';

uWS
  .App()
  .post('/*', (res) => {
    let body = '';
    res.onAborted(() => undefined);
    res.onData((part, isLast) => {
      body += Buffer.from(part).toString();
      if (!isLast) return;
      const { id } = JSON.parse(body) as { id: string };
      const answer = JSON.stringify({ status: 'success', marker_id: id });
      res.cork(() => res.writeStatus('201 Created').writeHeader('content-type', 'application/json').end(answer));
    });
  })
  .listen('127.0.0.1', 0, (socket) => {
    if (!socket) throw new Error('Cannot listen.');
    console.log(JSON.stringify({ url: `http://127.0.0.1:${uWS.us_socket_local_port(socket)}` }));
  });
process.once('SIGTERM', () => process.exit(0));
