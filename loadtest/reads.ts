// `npm run loadtest -- reads`: 64 connections poll unchanged lists, with and without `If-None-Match`, compared with
// uWebSockets.js answering the same bytes. Also the first page of 120 past games, with nothing in memory.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { API_ROOT } from '../protocol/wire/version.ts';
import { figure, median, printTable } from './figures.ts';
import { startGateway } from './gateway-process.ts';
import { getRequest, type LightHttp, openLightHttp } from './light-http.ts';
import type { Options } from './options.ts';
import { CLUB, COLD_CLUBS, pollableData, TOURNAMENT } from './pollable.ts';
import { readerToken, tokensInTurn } from './reader-tokens.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const CONNECTIONS = 64;
const LISTS = {
  'club profile': `${API_ROOT}/clubs/${CLUB}`,
  'upcoming games': `${API_ROOT}/clubs/${CLUB}/upcoming_games`,
  'tournament matches': `${API_ROOT}/tournaments/${TOURNAMENT}/matches`,
} as const;

/** `cpu`: µs of the server's CPU per answer. */
export type Measured = { readonly perSecond: number; readonly cpu: number };
type Stage = {
  readonly server: ServerProcess;
  readonly readers: readonly LightHttp[];
  /** The requests of a connection, which it sends in turn. */
  requests(reader: number): readonly string[];
};

export async function reads({ rounds, seconds, cpuProfile }: Options): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-reads-'));
  const gateway = await startGateway(pollableData(), cpuProfile);
  const answers = await Promise.all(Object.values(LISTS).map((address) => fetched(gateway, address)));
  for (const [index, { body }] of answers.entries()) await writeFile(path.join(folder, String(index)), body);
  const raw = await startServer(
    ['--import', 'tsx', path.join(import.meta.dirname, 'baselines', 'raw-get-server.ts'), folder],
    {},
  );
  const readersOf = ({ host, port }: ServerProcess) =>
    Array.from({ length: CONNECTIONS }, () => openLightHttp(host, port));
  const readers = { raw: readersOf(raw), gateway: readersOf(gateway) };
  const rows: string[][] = [['', 'bytes', 'raw/s', 'gateway/s', 'ratio', 'raw CPU µs', 'gateway CPU µs', 'ratio']];
  try {
    for (const [index, [name, address]] of Object.entries(LISTS).entries()) {
      const { etag, body } = answers[index] ?? { etag: '', body: Buffer.alloc(0) };
      for (const status of [200, 304]) {
        const stages: Record<'raw' | 'gateway', Stage> = {
          raw: {
            server: raw,
            readers: readers.raw,
            requests: () => [getRequest(raw.host, `/${index}`, '', status === 304 ? `"${index}"` : null)],
          },
          gateway: {
            server: gateway,
            readers: readers.gateway,
            requests: (reader) =>
              tokensInTurn(reader, CONNECTIONS).map((token) =>
                getRequest(gateway.host, address, token, status === 304 ? etag : null),
              ),
          },
        };
        const measured: Record<'raw' | 'gateway', Measured[]> = { raw: [], gateway: [] };
        for (let round = 0; round <= rounds; round += 1) {
          for (const who of ['raw', 'gateway'] as const) {
            const one = await measure(stages[who], status, seconds);
            // The first round is a warm-up.
            if (round > 0) measured[who].push(one);
          }
        }
        const of = (who: 'raw' | 'gateway', field: keyof Measured) => median(measured[who].map((one) => one[field]));
        rows.push([
          `${name}, ${status}`,
          figure(body.length),
          figure(of('raw', 'perSecond')),
          figure(of('gateway', 'perSecond')),
          figure(of('gateway', 'perSecond') / of('raw', 'perSecond')),
          figure(of('raw', 'cpu')),
          figure(of('gateway', 'cpu')),
          figure(of('raw', 'cpu') / of('gateway', 'cpu')),
        ]);
        console.log(rows.at(-1)?.join('  '));
      }
    }
    const [reader] = readers.gateway;
    const cold = reader ? await coldPages(reader, gateway.host) : [];
    console.log(`\nreads: ${CONNECTIONS} connections, ${seconds} s, ${rounds} rounds, medians\n`);
    printTable(rows);
    console.log(
      `\n50 of 120 past games, cold: median ${figure(median(cold))} ms, slowest ${figure(Math.max(...cold))} ms of ${cold.length}\n`,
    );
  } finally {
    for (const reader of [...readers.raw, ...readers.gateway]) reader.close();
    await Promise.all([raw.stop(), gateway.stop()]);
    await rm(folder, { recursive: true });
  }
}

/** `token`: null for a reader without a credential. */
export async function fetched(
  { host, port }: ServerProcess,
  address: string,
  token: string | null = readerToken(0),
): Promise<{ etag: string; body: Buffer }> {
  const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), 'accept-encoding': 'identity' };
  const answer = await fetch(`http://${host}:${port}${address}`, { headers });
  if (answer.status !== 200) throw new Error(`${address} was answered ${answer.status}.`);
  return { etag: answer.headers.get('etag') ?? '', body: Buffer.from(await answer.arrayBuffer()) };
}

export async function measure(
  { server, readers, requests }: Stage,
  status: number,
  seconds: number,
): Promise<Measured> {
  const cpuBefore = server.cpuMs();
  const began = performance.now();
  const until = began + seconds * 1_000;
  let count = 0;
  await Promise.all(
    readers.map(async (reader, index) => {
      const texts = requests(index);
      for (let nth = 0; performance.now() < until; nth += 1) {
        const answered = await reader.send(texts[nth % texts.length] ?? '');
        if (answered !== status) throw new Error(`Answered ${answered}, not ${status}.`);
        count += 1;
      }
    }),
  );
  const tookMs = performance.now() - began;
  return { perSecond: (count * 1_000) / tookMs, cpu: ((server.cpuMs() - cpuBefore) * 1_000) / count };
}

/** ms until the complete first answer about each club that is not in memory. */
async function coldPages(reader: LightHttp, host: string): Promise<number[]> {
  const took: number[] = [];
  for (let club = 0; club < COLD_CLUBS; club += 1) {
    const request = getRequest(host, `${API_ROOT}/clubs/cold-${club}/past_games?limit=50`, readerToken(club), null);
    const began = performance.now();
    const status = await reader.send(request);
    took.push(performance.now() - began);
    if (status !== 200) throw new Error(`A page of past games was answered ${status}.`);
  }
  return took;
}
