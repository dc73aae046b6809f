// A hostile client in a process of its own, so that it takes no time from the server that it attacks.
//   node flood.mjs PORT CONNECTIONS TIMES TEXT
// Each connection sends TEXT that often and reads nothing; a closed one is opened again. Prints a line for each that was
// closed, with how many texts the system had taken. TIMES 0: connections that send nothing and are not opened again.
import { connect } from 'node:net';

const [port, connections, times] = process.argv.slice(2, 5).map(Number);
const text = process.argv[5] ?? '';
const AT_ONCE = Math.min(times, 1_000);
const part = Buffer.from(text.repeat(AT_ONCE), 'latin1');

function open() {
  // A busy server may not have taken a connection that its client believes in. Without a byte only a probe tells the one of the other.
  const socket = connect({ port, host: '127.0.0.1', keepAlive: times === 0, keepAliveInitialDelay: 1_000 });
  let sent = 0;
  socket.pause();
  function go() {
    while (sent < times) {
      sent += AT_ONCE;
      if (!socket.write(part)) {
        socket.once('drain', go);
        return;
      }
    }
  }
  // A socket that is not read hears of its end only by an error of its writes.
  socket.on('connect', () => (times === 0 ? socket.resume() : go()));
  socket.on('error', () => undefined);
  socket.on('end', () => socket.destroy());
  socket.on('close', () => {
    process.stdout.write(`closed ${sent}\n`);
    if (times > 0) open();
  });
}

for (let index = 0; index < connections; index += 1) open();
