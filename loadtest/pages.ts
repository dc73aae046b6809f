// `npm run loadtest -- pages`: 64 connections look again at the public page of a live match and at its score on another site,
// compared with the poll of the interface that they replace. Nothing has changed, so each answer is a 304.
import type { DataFile } from '../protocol/data-file/data-file.ts';
import { API_ROOT } from '../protocol/wire/version.ts';
import { figure, median, printTable } from './figures.ts';
import { startGateway } from './gateway-process.ts';
import { getRequest, openLightHttp } from './light-http.ts';
import type { Options } from './options.ts';
import { readerToken, readerTokens, tokensInTurn } from './reader-tokens.ts';
import { fetched, type Measured, measure } from './reads.ts';

const CONNECTIONS = 64;
const PAGE = '/tournaments/read-cup/matches/1';
const LOOKS = {
  'page of the match': PAGE,
  'score on another site': '/embed/match:1',
  'poll of GET /live/{channel}': `${API_ROOT}/live/match:1`,
} as const;

export async function pages({ rounds, seconds, cpuProfile }: Options): Promise<void> {
  const gateway = await startGateway(data(), cpuProfile);
  const { host, port } = gateway;
  const readers = Array.from({ length: CONNECTIONS }, () => openLightHttp(host, port));
  try {
    await kickOff(`http://${host}:${port}${API_ROOT}${PAGE}/markers`);
    const measured = new Map<string, Measured[]>();
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, address] of Object.entries(LOOKS)) {
        // Readers of pages have no credential.
        const tokensFor = (reader: number): readonly (string | null)[] =>
          address.startsWith(API_ROOT) ? tokensInTurn(reader, CONNECTIONS) : [null];
        const { etag } = await fetched(gateway, address, tokensFor(0)[0]);
        const requests = (reader: number): readonly string[] =>
          tokensFor(reader).map((token) => getRequest(host, address, token, etag));
        const one = await measure({ server: gateway, readers, requests }, 304, seconds);
        // The first round is a warm-up.
        if (round === 0) continue;
        measured.set(name, [...(measured.get(name) ?? []), one]);
        console.log(`round ${round}  ${name}: ${figure(one.perSecond)}/s, ${figure(one.cpu)} µs of CPU each`);
      }
    }
    const of = (name: string, field: keyof Measured): number =>
      median((measured.get(name) ?? []).map((one) => one[field]));
    console.log(`\npages: ${CONNECTIONS} connections, ${seconds} s, ${rounds} rounds, medians\n`);
    printTable([
      ['', 'per second', 'CPU µs each'],
      ...Object.keys(LOOKS).map((name) => [name, figure(of(name, 'perSecond')), figure(of(name, 'cpu'))]),
    ]);
  } finally {
    for (const reader of readers) reader.close();
    await gateway.stop();
  }
}

async function kickOff(address: string): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${readerToken(0)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: crypto.randomUUID(), timestamp: new Date().toISOString(), type: 'Start' }),
  });
  if (!answer.ok) throw new Error(`The kick-off was answered ${answer.status}: ${await answer.text()}`);
}

/** One match of a public tournament. */
const data = (): DataFile => ({
  touchline_data: 1,
  users: [{ id: 1, slug: 'reader-1', name: 'Reader One' }],
  clubs: [],
  tournaments: [
    {
      id: 1,
      name: 'Read Cup',
      slug: 'read-cup',
      organizer_ids: [1],
      teams: [1, 2].map((id) => ({ id, name: `Team ${id}`, group_name: 'A' })),
      matches: [{ id: 1, group_name: 'A', home_team_id: 1, away_team_id: 2, scheduled_at: new Date().toISOString() }],
    },
  ],
  tokens: readerTokens(1),
});
