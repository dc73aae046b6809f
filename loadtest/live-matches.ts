// The memory of live matches: games with markers are imported, then all of them are brought into memory by subscribing to each.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataFile } from '../protocol/data-file/data-file.ts';
import { API_ROOT } from '../protocol/wire/version.ts';
import { scrape } from '../test/support/scrape.ts';
import { ADMIN_TOKEN } from '../test/support/world/tokens.ts';
import { type GatewayProcess, startGateway } from './gateway-process.ts';
import { type LightSocket, openLightSocket, sharedReadBuffer } from './light-socket.ts';
import { boardOf, gameData, manyGames, markerFields } from './many-games.ts';
import type { Options } from './options.ts';
import { readerToken } from './reader-tokens.ts';

const MARKERS = 100;
/** Games of one import. */
const IMPORTED_AT_ONCE = 500;
/** Subscriptions of one connection, at most. */
const CHANNELS = 200;

/** MB that the matches added, in all and in V8's heap. */
type Added = { readonly used: number; readonly heap: number };

export type LiveMatches = {
  readonly matches: number;
  readonly markers: number;
  /** MB before the matches. */
  readonly before: number;
  /** Right after they were loaded. `dormant`: how many slept already. */
  readonly loaded: Added & { readonly dormant: number };
  /** When all of them were quiet for a while. */
  readonly quiet: Added;
};

/** All matches are dormant after this time at most, ms. */
const QUIET_MS = 300_000;
const LOOK_MS = 500;

const MB = 1_024 * 1_024;

/** Imports the games in a new gateway process, subscribes to all of them and reads its memory. Takes some minutes. */
export async function measureLiveMatches(matches: number, options: Pick<Options, 'cpuProfile'>): Promise<LiveMatches> {
  const gateway = await startGateway(manyGames(0), options.cpuProfile, { inspect: true });
  try {
    for (let first = 0; first < matches; first += IMPORTED_AT_ONCE)
      await importGames(gateway, first, Math.min(IMPORTED_AT_ONCE, matches - first));
    // The import leaves memory behind.
    await gateway.restart();
    const few = await loadAll(gateway, 0, 1);
    await gateway.settled();
    const before = await gateway.memory();
    const sockets = await loadAll(gateway, 1, matches);
    const added = async (): Promise<Added> => {
      await gateway.settled();
      const { used, heapUsed } = await gateway.memory();
      return { used: (used - before.used) / MB, heap: (heapUsed - before.heapUsed) / MB };
    };
    const { dormant } = await readDormant(gateway);
    const loaded = { ...(await added()), dormant };
    await allDormant(gateway);
    const quiet = await added();
    for (const socket of [...few, ...sockets]) socket.close();
    return { matches, markers: MARKERS, before: before.used / MB, loaded, quiet };
  } finally {
    await gateway.stop();
  }
}

async function readDormant({ host, port }: GatewayProcess): Promise<{ held: number; dormant: number }> {
  const now = await scrape(`http://${host}:${port}`);
  return { held: now.get('touchline_matches_held') ?? 0, dormant: now.get('touchline_matches_dormant') ?? 0 };
}

async function allDormant(gateway: GatewayProcess): Promise<void> {
  const giveUpAt = performance.now() + QUIET_MS;
  for (let now = await readDormant(gateway); now.dormant < now.held; now = await readDormant(gateway)) {
    if (performance.now() > giveUpAt) throw new Error(`Only ${now.dormant} of ${now.held} matches are dormant.`);
    await sleep(LOOK_MS);
  }
}

async function importGames({ host, port }: GatewayProcess, first: number, count: number): Promise<void> {
  const played = Date.now() - MARKERS * 1_000;
  const file: DataFile = gameData(first, count, () => ({
    markers: Array.from({ length: MARKERS }, (_, nth) => ({
      id: randomUUID(),
      timestamp: new Date(played + nth * 1_000).toISOString(),
      ...markerFields(nth),
    })),
  }));
  const answer = await fetch(`http://${host}:${port}/api/admin/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(file),
  });
  if (answer.status !== 200) throw new Error(`The import was answered ${answer.status}: ${await answer.text()}`);
}

/** Subscribes to the games from `first` to `end`, one after the other on each connection. Resolves when all are sent. */
async function loadAll({ host, port }: GatewayProcess, first: number, end: number): Promise<readonly LightSocket[]> {
  const buffer = sharedReadBuffer();
  const count = Math.ceil((end - first) / CHANNELS);
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      let isHere = (): void => undefined;
      const onText = (bytes: Buffer, start: number): void => {
        if (bytes.toString('latin1', start, start + 20).startsWith('{"type":"snapshot"')) isHere();
      };
      const token = readerToken(index);
      const socket = await openLightSocket({ host, port, path: `${API_ROOT}/live`, token, onText }, buffer);
      for (let game = first + index; game < end; game += count) {
        const came = new Promise<void>((resolve) => {
          isHere = resolve;
        });
        socket.send(JSON.stringify({ type: 'subscribe', channel: boardOf(game).channel }));
        await came;
      }
      return socket;
    }),
  );
}
