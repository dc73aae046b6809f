// The baseline of `reads`: uWebSockets.js alone. It answers the same bytes from memory, or 304 to a client that sends
// their ETag. `node raw-get-server.ts FOLDER`: the file `N` is served at `/N`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import uWS from 'uWebSockets.js';

const folder = process.argv[2];
if (folder === undefined) throw new Error('Which folder?');
const app = uWS.App();
for (const name of readdirSync(folder)) {
  const body = readFileSync(path.join(folder, name));
  const etag = `"${name}"`;
  app.get(`/${name}`, (res, req) => {
    if (req.getHeader('if-none-match') === etag) {
      res.writeStatus('304 Not Modified').writeHeader('etag', etag).endWithoutBody();
      return;
    }
    res.writeHeader('content-type', 'application/json').writeHeader('etag', etag).end(body);
  });
}
app.listen('127.0.0.1', 0, (socket) => {
  if (!socket) throw new Error('Cannot listen.');
  console.log(JSON.stringify({ url: `http://127.0.0.1:${uWS.us_socket_local_port(socket)}` }));
});
process.once('SIGTERM', () => process.exit(0));
