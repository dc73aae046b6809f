// `npm run loadtest -- turns --subscribers 5000 --seconds 30`: boards spread over 500 live games, and 200 markers a second.
// Measures how long the turns of the gateway's event loop take: by the clock, and by the CPU time of its thread without garbage
// collection, which a busy machine does not change.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_ROOT } from '../protocol/wire/version.ts';
import { grown, scrape, type Scrape } from '../test/support/scrape.ts';
import { startGateway } from './gateway-process.ts';
import { openLightHttp } from './light-http.ts';
import { openLightSocket, sharedReadBuffer } from './light-socket.ts';
import { boardOf, manyGames, markerRequest } from './many-games.ts';
import type { Options } from './options.ts';
import { readTurns, turnLines } from './turn-times.ts';

const GAMES = 500;
const MARKERS_PER_SECOND = 200;
const POSTERS = 32;
/** Heartbeats, pings and checks of rights come every 5 seconds: this long before the clock starts. */
const WARM_UP_MS = 8_000;
const NAME = 'touchline_event_loop_turn_seconds';

const buffer = sharedReadBuffer();

export async function turns({ subscribers, seconds, cpuProfile }: Options): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-turns-'));
  const turnsFile = path.join(folder, 'turns.json');
  const gateway = await startGateway(manyGames(GAMES), cpuProfile, { turnsFile });
  const { host, port } = gateway;
  const url = `http://${host}:${port}`;
  let frames = 0;
  const sockets = [];
  for (let board = 0; board < subscribers; board += 1) {
    const { token, channel } = boardOf(board % GAMES);
    const onText = (): void => {
      frames += 1;
    };
    const socket = await openLightSocket({ host, port, path: `${API_ROOT}/live`, token, onText }, buffer);
    socket.send(JSON.stringify({ type: 'subscribe', channel }));
    sockets.push(socket);
  }
  const posters = Array.from({ length: POSTERS }, () => openLightHttp(host, port));
  const started = performance.now();
  let posted = 0;
  let failed = 0;
  let isOver = false;
  const posting = posters.map(async (poster) => {
    while (!isOver) {
      const nth = posted;
      posted += 1;
      const dueInMs = started + (nth * 1_000) / MARKERS_PER_SECOND - performance.now();
      if (dueInMs > 0) await sleep(dueInMs);
      if ((await poster.send(markerRequest(host, nth % GAMES, Math.floor(nth / GAMES)))) !== 201) failed += 1;
    }
  });
  await sleep(WARM_UP_MS);
  const turnsBefore = await readTurns(turnsFile);
  const [before, cpuBefore, postedBefore, framesBefore] = [await scrape(url), gateway.cpuMs(), posted, frames];
  await sleep(seconds * 1_000);
  const after = await scrape(url);
  const turnsAfter = await readTurns(turnsFile);
  const cpu = (gateway.cpuMs() - cpuBefore) / (seconds * 10);
  console.log(
    `${subscribers} boards, ${GAMES} games: ${((posted - postedBefore) / seconds).toFixed(0)} markers/s (${failed} failed), ` +
      `${((frames - framesBefore) / seconds).toFixed(0)} frames/s, CPU ${cpu.toFixed(0)} %`,
  );
  printTurns(before, after);
  for (const line of turnLines(turnsBefore, turnsAfter)) console.log(line);
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`);
  isOver = true;
  await Promise.all(posting);
  for (const { close } of [...sockets, ...posters]) close();
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
}

function printTurns(before: Scrape, after: Scrape): void {
  let below = 0;
  for (const series of [...after.keys()].filter((key) => key.startsWith(`${NAME}_bucket`))) {
    const total = grown(before, after, series);
    console.log(`turns up to ${/le="([^"]+)"/.exec(series)?.[1] ?? ''} s: ${total - below}`);
    below = total;
  }
  const collections = (name: string, filter = ''): number =>
    [...after.keys()]
      .filter((key) => key.startsWith(`nodejs_gc_duration_seconds_${name}{`) && key.includes(filter))
      .reduce((sum, key) => sum + grown(before, after, key), 0);
  const long = collections('count') - collections('bucket', 'le="0.01"');
  console.log(`garbage collections over 0.01 s, each in a turn of the above: ${long}`);
}
