// `npm run loadtest -- storm`: the gateway restarts while subscribers are connected. They reconnect within seconds while deltas
// are sent. Measures the time until each is current, and the cost, compared with uWebSockets.js sending the same bytes.
import { setTimeout as sleep } from 'node:timers/promises';
import { API_ROOT } from '../protocol/wire/version.ts';
import { scrape } from '../test/support/scrape.ts';
import { crowdedData, nthMarker, TOKEN, TOURNAMENT } from './crowded-match.ts';
import { figure, openLatencies, printTable } from './figures.ts';
import { startGateway } from './gateway-process.ts';
import { openLightHttp, postRequest } from './light-http.ts';
import { type LightSocket, openLightSocket, sharedReadBuffer } from './light-socket.ts';
import type { Options } from './options.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Matches that the subscribers watch, and markers of each before the restart. */
const MATCHES = 20;
const MARKERS = 40;
/** ms between two markers while the subscribers reconnect. */
const POST_EVERY_MS = 50;
const PATIENCE_MS = 60_000;

type Board = { readonly match: number; epoch: string; seq: number; socket: LightSocket | null };
type Returned = {
  readonly p50: number;
  readonly p99: number;
  readonly last: number;
  readonly cpuMs: number;
};

const buffer = sharedReadBuffer();
const HEAD = /^\{"type":"(snapshot|resumed|delta)","channel":"[^"]*",(?:"epoch":"([^"]*)",)?"seq":(\d+)/;

/** Opens a board. Calls `current` when it has reached the server's position. */
function open(
  server: ServerProcess,
  board: Board,
  heard: { current: () => void; delta: () => void; closed: () => void },
) {
  const since = board.epoch === '' ? {} : { since: { epoch: board.epoch, seq: board.seq } };
  const subscribe = JSON.stringify({ type: 'subscribe', channel: `match:${board.match}`, ...since });
  const onText = (bytes: Buffer, start: number, end: number): void => {
    const head = HEAD.exec(bytes.toString('latin1', start, Math.min(end, start + 120)));
    if (!head) return;
    const [, type, epoch = board.epoch, seq] = head;
    Object.assign(board, { epoch, seq: Number(seq) });
    if (type === 'delta') heard.delta();
    else heard.current();
  };
  const { host, port } = server;
  const options = { host, port, path: `${API_ROOT}/live`, token: TOKEN, onText, onClosed: heard.closed };
  return openLightSocket(options, buffer).then((socket) => {
    board.socket = socket;
    socket.send(subscribe);
  });
}

/** Connects `count` boards within `spreadMs`. Resolves when each has its state. */
async function comeBack(
  server: ServerProcess,
  count: number,
  spreadMs: number,
  enter: (index: number, isCurrent: () => void) => Promise<void>,
): Promise<Returned> {
  const latencies = openLatencies();
  const cpuBefore = server.cpuMs();
  const startedAt = performance.now();
  let last = 0;
  const arrivals = Array.from({ length: count }, async (_, index) => {
    await sleep((index / count) * spreadMs);
    const cameAt = performance.now();
    await new Promise<void>((resolve, reject) => {
      const patience = setTimeout(() => reject(new Error('A subscriber never became current.')), PATIENCE_MS);
      const isCurrent = (): void => {
        clearTimeout(patience);
        latencies.add(performance.now() - cameAt);
        last = Math.max(last, performance.now() - startedAt);
        resolve();
      };
      enter(index, isCurrent).catch((error: unknown) => {
        clearTimeout(patience);
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  });
  await Promise.all(arrivals);
  const cpuMs = server.cpuMs() - cpuBefore;
  return { p50: latencies.percentile(0.5), p99: latencies.percentile(0.99), last, cpuMs };
}

export async function storm({ subscribers, seconds, cpuProfile }: Options): Promise<void> {
  const spreadMs = seconds * 1_000;
  const gateway = await startGateway(crowdedData(MATCHES), cpuProfile);
  const boards = Array.from({ length: subscribers }, (_, index): Board => ({
    match: 1 + (index % MATCHES),
    epoch: '',
    seq: 0,
    socket: null,
  }));
  const began = Date.now() - 3_600_000;
  let sent = 0;
  const post = async (): Promise<void> => {
    const poster = openLightHttp(gateway.host, gateway.port);
    const path = `${API_ROOT}/tournaments/${TOURNAMENT}/matches/${1 + (sent % MATCHES)}/markers`;
    const status = await poster.send(
      postRequest(gateway.host, path, TOKEN, nthMarker(Math.floor(sent / MATCHES), began)),
    );
    poster.close();
    if (status !== 201) throw new Error(`A marker was answered ${status}.`);
    sent += 1;
  };
  while (sent < MATCHES * MARKERS) await post();

  let closed = 0;
  let deltas = 0;
  const hear = (current: () => void) => ({
    current,
    delta: () => {
      deltas += 1;
    },
    closed: () => {
      closed += 1;
    },
  });
  const first = await comeBack(gateway, subscribers, spreadMs, (index, isCurrent) =>
    open(gateway, boards[index] as Board, hear(isCurrent)),
  );
  const bytes = (await scrape(`http://${gateway.host}:${gateway.port}`)).get('touchline_bytes_out_total') ?? 0;
  const stoppedAt = performance.now();
  await gateway.restart();
  console.log(
    `${closed} of ${subscribers} were sent away; stopped and started again in ${figure(performance.now() - stoppedAt)} ms`,
  );

  deltas = 0;
  const writing = { isOver: false };
  const posting = (async () => {
    while (!writing.isOver) {
      await post();
      await sleep(POST_EVERY_MS);
    }
  })();
  const sentBefore = sent;
  const again = await comeBack(gateway, subscribers, spreadMs, (index, isCurrent) =>
    open(gateway, boards[index] as Board, hear(isCurrent)),
  );
  writing.isOver = true;
  await posting;
  const figures = await scrape(`http://${gateway.host}:${gateway.port}`);
  const read = (what: string): number => figures.get(`touchline_store_reads_total{what="${what}"}`) ?? NaN;
  console.log(
    `${sent - sentBefore} markers meanwhile, ${deltas} deltas; ` +
      `read from the database: ${read('match')} matches of ${MATCHES}, tokens ${read('token')} times`,
  );
  await gateway.stop();

  const raw = await startRaw(Math.round(bytes / subscribers));
  const { host, port } = raw;
  const base = await comeBack(raw, subscribers, spreadMs, async (_index, isCurrent) => {
    const socket = await openLightSocket({ host, port, path: '/board', onText: isCurrent }, buffer);
    socket.send('match:1');
  });
  await raw.stop();
  report({ raw: base, 'gateway, first time': first, 'gateway, after the restart': again }, subscribers, seconds);
}

const startRaw = (bytes: number): Promise<ServerProcess> =>
  startServer([...process.execArgv, new URL('baselines/raw-server.ts', import.meta.url).pathname, String(bytes)], {});

function report(results: Readonly<Record<string, Returned>>, subscribers: number, seconds: number): void {
  console.log(`\nstorm: ${subscribers} subscribers within ${seconds} s\n`);
  printTable([
    ['', 'p50 ms', 'p99 ms', 'last ms', 'CPU µs each'],
    ...Object.entries(results).map(([name, { p50, p99, last, cpuMs }]) => [
      name,
      ...[p50, p99, last, (cpuMs * 1_000) / subscribers].map(figure),
    ]),
  ]);
}
