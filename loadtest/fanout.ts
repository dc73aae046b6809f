// `npm run loadtest -- fanout`: one match, many boards. Measures the cost and the time of a delivery, compared
// with uWebSockets.js publishing the same bytes, with one update in flight and with eight.
import { API_ROOT } from '../protocol/wire/version.ts';
import { type Audience, openAudience } from './audience.ts';
import { crowdedData, nthMarker, TOKEN, TOURNAMENT } from './crowded-match.ts';
import { figure, median, printTable } from './figures.ts';
import { startGateway } from './gateway-process.ts';
import { openLightHttp, postRequest } from './light-http.ts';
import { openLightSocket, sharedReadBuffer } from './light-socket.ts';
import type { Options } from './options.ts';
import { type ServerProcess, startServer } from './server-process.ts';

/** Updates of a match: about as many as in a real one. */
const UPDATES = 240;
const MOST_IN_FLIGHT = 8;
const FLIGHTS = [1, MOST_IN_FLIGHT] as const;
/** Matches played first to warm up: JavaScript is compiled while it runs. */
const WARM_UP_MATCHES = 10;

/** One measurement. Times are µs of server CPU, and ms from the sending of an update to a board. */
type Measured = { cpuPerDelivery: number; p50: number; p99: number; framesPerUpdate: number; gaps: number };

/** A server with its audience in place. */
type Stage = {
  readonly server: ServerProcess;
  readonly audience: Audience;
  /** Moves every board to a new match. */
  prepare(): Promise<void>;
  /** Warms the server up. */
  warmUp(): Promise<void>;
  /** Sends updates `first` to `first + count - 1` of it together. */
  send(first: number, count: number): Promise<void>;
};

export async function fanout(options: Options): Promise<void> {
  const { rounds, subscribers } = options;
  const gateway = await stageGateway(options);
  const captured: Buffer[] = [];
  const raw = await stageRaw(subscribers, captured);
  try {
    await gateway.warmUp();
    // Runs once without measuring, to capture the bytes that the gateway publishes.
    await measure(gateway, 1, subscribers);
    captured.push(...gateway.audience.heard());
    if (captured.length < UPDATES) throw new Error(`Only ${captured.length} of ${UPDATES} updates came one by one.`);
    await measure(raw, 1, subscribers);
    const results = new Map<string, Measured[]>();
    for (let round = 1; round <= rounds; round += 1) {
      for (const inFlight of FLIGHTS) {
        for (const [name, stage] of Object.entries({ raw, gateway })) {
          const measured = await measure(stage, inFlight, subscribers);
          const key = `${name} ${inFlight}`;
          results.set(key, [...(results.get(key) ?? []), measured]);
          console.log(`round ${round}  ${key}: ${figure(measured.cpuPerDelivery)} µs, p99 ${figure(measured.p99)} ms`);
        }
      }
    }
    const bytes = captured.reduce((sum, frame) => sum + frame.length, 0) / captured.length;
    report(
      results,
      `${subscribers} boards, ${UPDATES} updates, frames of ${Math.round(bytes)} bytes, ${rounds} rounds`,
    );
  } finally {
    await Promise.all([gateway.server.stop(), raw.server.stop()]);
  }
}

async function measure(stage: Stage, inFlight: number, subscribers: number): Promise<Measured> {
  await stage.prepare();
  const { audience, server } = stage;
  const cpuBefore = server.cpuMs();
  for (let sent = 0; sent < UPDATES; sent += inFlight) {
    const count = Math.min(inFlight, UPDATES - sent);
    for (let n = 1; n <= count; n += 1) audience.expect(sent + n);
    const arrived = audience.reached(sent + count);
    await Promise.all([stage.send(sent, count), arrived]);
  }
  const cpuMs = server.cpuMs() - cpuBefore;
  const latencies = audience.latencies();
  return {
    cpuPerDelivery: (cpuMs * 1_000) / (UPDATES * subscribers),
    p50: latencies.percentile(0.5),
    p99: latencies.percentile(0.99),
    framesPerUpdate: audience.frames() / (UPDATES * subscribers),
    gaps: audience.gaps(),
  };
}

/** The gateway: updates are markers posted over REST, each with its commit. */
async function stageGateway({ rounds, subscribers, cpuProfile }: Options): Promise<Stage> {
  const server = await startGateway(crowdedData(WARM_UP_MATCHES + rounds * FLIGHTS.length + 1), cpuProfile);
  const { host, port } = server;
  const audience = openAudience(subscribers);
  const buffer = sharedReadBuffer();
  const boards = await openAll(subscribers, (board) => {
    const onText = (bytes: Buffer, start: number, end: number): void => audience.hear(board, bytes, start, end);
    return openLightSocket({ host, port, path: `${API_ROOT}/live`, token: TOKEN, onText, onClosed: sayClosed }, buffer);
  });
  const posters = Array.from({ length: MOST_IN_FLIGHT }, () => openLightHttp(host, port));
  let match = 0;
  let began = 0;

  async function send(first: number, count: number): Promise<void> {
    const path = `${API_ROOT}/tournaments/${TOURNAMENT}/matches/${match}/markers`;
    const answers = await Promise.all(
      posters
        .slice(0, count)
        .map((poster, n) => poster.send(postRequest(host, path, TOKEN, nthMarker(first + n, began)))),
    );
    if (answers.some((status) => status !== 201)) throw new Error(`Markers were answered ${answers.join(', ')}.`);
  }

  return {
    server,
    audience,
    async warmUp() {
      while (match < WARM_UP_MATCHES) {
        match += 1;
        began = Date.now();
        for (let sent = 0; sent < UPDATES; sent += MOST_IN_FLIGHT) await send(sent, MOST_IN_FLIGHT);
      }
    },
    async prepare() {
      const before = JSON.stringify({ type: 'unsubscribe', channel: `match:${match}` });
      match += 1;
      began = Date.now();
      audience.turnTo(`match:${match}`, 0);
      const subscribe = JSON.stringify({ type: 'subscribe', channel: `match:${match}` });
      for (const board of boards) board.send(...(match > WARM_UP_MATCHES + 1 ? [before, subscribe] : [subscribe]));
      await audience.seated();
    },
    send,
  };
}

/** uWebSockets.js alone: updates are the captured frames, sent to it over a WebSocket and published as they are. */
async function stageRaw(subscribers: number, captured: readonly Buffer[]): Promise<Stage> {
  const script = new URL('raw-publish-server.ts', import.meta.url).pathname;
  const server = await startServer([...process.execArgv, script], {});
  const { host, port } = server;
  const audience = openAudience(subscribers);
  const buffer = sharedReadBuffer();
  await openAll(subscribers, (board) => {
    const onText = (bytes: Buffer, start: number, end: number): void => audience.hear(board, bytes, start, end);
    return openLightSocket({ host, port, path: '/board', onText, onClosed: sayClosed }, buffer);
  });
  const publisher = await openLightSocket({ host, port, path: '/publish', onText: () => undefined }, buffer);
  return {
    server,
    audience,
    warmUp: () => Promise.resolve(),
    prepare() {
      // The frames were captured in the first match that the boards watched.
      audience.turnTo(`match:${WARM_UP_MATCHES + 1}`, 0);
      return Promise.resolve();
    },
    send(first, count) {
      publisher.send(...captured.slice(first, first + count));
      return Promise.resolve();
    },
  };
}

/** A lost board makes the figures invalid; code that waits for it fails too. */
const sayClosed = (code: number): void => {
  if (code !== 1012 && code !== 1006) console.error(`A board was closed with ${code}.`);
};

/** Opens connections in batches, because the listen queue is short. */
async function openAll<T>(count: number, open: (index: number) => Promise<T>): Promise<T[]> {
  const opened: T[] = [];
  for (let first = 0; first < count; first += 100) {
    const some = Array.from({ length: Math.min(100, count - first) }, (_, index) => open(first + index));
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

function report(results: ReadonlyMap<string, readonly Measured[]>, setting: string): void {
  const of = (key: string, field: keyof Measured): number => median((results.get(key) ?? []).map((one) => one[field]));
  console.log(`\nfanout: ${setting}, medians\n`);
  for (const inFlight of FLIGHTS) {
    const ratio = of(`raw ${inFlight}`, 'cpuPerDelivery') / of(`gateway ${inFlight}`, 'cpuPerDelivery');
    console.log(`${inFlight} in flight: ${figure(ratio)} of raw uWebSockets.js, in deliveries per CPU-second`);
  }
  const rows = [['', 'CPU µs/delivery', 'p50 ms', 'p99 ms', 'frames/update', 'gaps']];
  for (const inFlight of FLIGHTS) {
    for (const name of ['raw', 'gateway']) {
      const key = `${name} ${inFlight}`;
      const fields = ['cpuPerDelivery', 'p50', 'p99', 'framesPerUpdate', 'gaps'] as const;
      rows.push([`${name}, ${inFlight} in flight`, ...fields.map((field) => figure(of(key, field)))]);
    }
  }
  console.log('');
  printTable(rows);
}
