// `npm run loadtest -- slow`: some subscribers of a match stop reading. Measures the delay of updates to the others,
// compared with the same match without slow readers, in turns.
import { setTimeout as sleep } from 'node:timers/promises';
import { API_ROOT } from '../protocol/wire/version.ts';
import { scrape } from '../test/support/scrape.ts';
import { checkMistakes, openAudience } from './audience.ts';
import { crowdedData, nthMarker, TOKEN, TOURNAMENT } from './crowded-match.ts';
import { figure, median, printTable } from './figures.ts';
import { startGateway } from './gateway-process.ts';
import { openLightHttp, postRequest } from './light-http.ts';
import { type LightSocket, openLightSocket, sharedReadBuffer } from './light-socket.ts';
import type { Options } from './options.ts';
import type { ServerProcess } from './server-process.ts';

/** One in twenty of the audience is stuck. */
const STUCK_SHARE = 0.05;
/** Updates of one measurement. */
const UPDATES = 120;
const WARM_UP_MATCHES = 4;
/** The match whose snapshots fill the sockets of the stuck subscribers. */
const FILLING = 1;
/** Its markers carry labels of this length, so that its snapshots are large. */
const LABEL = 'long '.repeat(380);
const FILLING_MARKERS = 60;
/** Requests per batch. More would exceed the frame limit and end the connection. */
const ASKED_AT_ONCE = 20;
const PATIENCE_MS = 60_000;

type Measured = { readonly p50: number; readonly p99: number; readonly gaps: number };

export async function slow({ rounds, subscribers, cpuProfile }: Options): Promise<void> {
  const matches = 1 + WARM_UP_MATCHES + rounds * 2;
  const gateway = await startGateway(crowdedData(matches), cpuProfile);
  const { host, port } = gateway;
  const base = `http://${host}:${port}`;
  const stuckCount = Math.max(1, Math.round(subscribers * STUCK_SHARE));
  const audience = openAudience(subscribers);
  const buffer = sharedReadBuffer();
  const poster = openLightHttp(host, port);
  const began = Date.now() - 3_600_000;

  async function post(match: number, body: string): Promise<void> {
    const path = `${API_ROOT}/tournaments/${TOURNAMENT}/matches/${match}/markers`;
    const status = await poster.send(postRequest(host, path, TOKEN, body));
    if (status !== 201) throw new Error(`A marker was answered ${status}.`);
  }
  for (let n = 0; n < FILLING_MARKERS; n += 1) {
    const marker = JSON.parse(nthMarker(n, began)) as object;
    await post(FILLING, JSON.stringify({ ...marker, type: 'Event', label: LABEL }));
  }

  const boards: LightSocket[] = [];
  for (let board = 0; board < subscribers; board += 1) {
    const onText = (bytes: Buffer, start: number, end: number): void => audience.hear(board, bytes, start, end);
    boards.push(await openLightSocket({ host, port, path: `${API_ROOT}/live`, token: TOKEN, onText }, buffer));
  }

  let match = FILLING;
  async function turnToNext(): Promise<void> {
    const before = JSON.stringify({ type: 'unsubscribe', channel: `match:${match}` });
    match += 1;
    audience.turnTo([`match:${match}`]);
    for (const board of boards) board.send(before, JSON.stringify({ type: 'subscribe', channel: `match:${match}` }));
    await audience.seated();
  }
  async function measure(): Promise<Measured> {
    await turnToNext();
    for (let n = 0; n < UPDATES; n += 1) {
      audience.expect();
      await Promise.all([post(match, nthMarker(n, began)), audience.delivered()]);
    }
    const latencies = audience.latencies();
    const mistakes = audience.mistakes();
    checkMistakes('slow', mistakes);
    return { p50: latencies.percentile(0.5), p99: latencies.percentile(0.99), gaps: mistakes.lost };
  }

  try {
    for (let warm = 0; warm < WARM_UP_MATCHES; warm += 1) await measure();
    const alone: Measured[] = [];
    const beside: Measured[] = [];
    let held = 0;
    for (let round = 1; round <= rounds; round += 1) {
      alone.push(await measure());
      const stuck = await stickAll(gateway, stuckCount, base, `match:${match + 1}`);
      const { bytes } = await blockedNow(base);
      held = Math.max(held, bytes / stuckCount);
      beside.push(await measure());
      for (const one of stuck) one.close();
      console.log(
        `round ${round}: p99 ${figure(alone.at(-1)?.p99 ?? NaN)} ms alone, ${figure(beside.at(-1)?.p99 ?? NaN)} ms beside`,
      );
    }
    report(alone, beside, `${subscribers} boards, ${stuckCount} stuck ones, ${rounds} rounds`);
    console.log(`\nheld for each stuck one at most: ${figure(held)} bytes`);
  } finally {
    await gateway.stop();
  }
}

async function blockedNow(base: string): Promise<{ sockets: number; bytes: number }> {
  const figures = await scrape(base);
  return {
    sockets: figures.get('touchline_blocked_sockets') ?? NaN,
    bytes: figures.get('touchline_blocked_bytes') ?? NaN,
  };
}

/** Subscribers of `channel` that request a lot and read nothing. Resolves when all their sockets are full. */
async function stickAll({ host, port }: ServerProcess, count: number, base: string, channel: string) {
  const buffer = sharedReadBuffer();
  const stuck: LightSocket[] = [];
  for (let index = 0; index < count; index += 1) {
    const socket = await openLightSocket(
      { host, port, path: `${API_ROOT}/live`, token: TOKEN, onText: () => undefined },
      buffer,
    );
    socket.send(JSON.stringify({ type: 'subscribe', channel }));
    socket.pause();
    stuck.push(socket);
  }
  const ask = JSON.stringify({ type: 'subscribe', channel: `match:${FILLING}` });
  const giveUpAt = performance.now() + PATIENCE_MS;
  while ((await blockedNow(base)).sockets < count) {
    if (performance.now() > giveUpAt) throw new Error('The sockets would not fill.');
    for (const socket of stuck) socket.send(...Array.from({ length: ASKED_AT_ONCE }, () => ask));
    await sleep(500);
  }
  return stuck;
}

function report(alone: readonly Measured[], beside: readonly Measured[], setting: string): void {
  const of = (all: readonly Measured[], field: keyof Measured): number => median(all.map((one) => one[field]));
  console.log(`\nslow: ${setting}, medians\n`);
  console.log(`p99 beside stuck neighbours: ${figure(of(beside, 'p99') / of(alone, 'p99'))} of p99 without\n`);
  printTable([
    ['', 'p50 ms', 'p99 ms', 'gaps'],
    ...Object.entries({ alone, 'beside stuck ones': beside }).map(([name, all]) => [
      name,
      ...(['p50', 'p99', 'gaps'] as const).map((field) => figure(of(all, field))),
    ]),
  ]);
}
