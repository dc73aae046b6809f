// The cost of a club's lists and markers by the number of games that the club has.
import type { DataFile } from '../../protocol/data-file/data-file.ts';
import { API_ROOT } from '../../protocol/wire/version.ts';
import { median } from '../figures.ts';
import { type GatewayProcess, startGateway } from '../gateway-process.ts';
import { getRequest, openLightHttp, postRequest } from '../light-http.ts';
import { markerOf } from '../many-games.ts';
import type { Options } from '../options.ts';
import { readerToken, readerTokens } from '../reader-tokens.ts';
import { openSamples, type Samples } from './series.ts';

const HOUR_MS = 3_600_000;
/** Goals of the live game in one round, each with the lists read after it. The first ones are a warm-up. */
const CHANGES = 20;
const FIRST_CHANGES = 5;

/** `sizes`: games of the club. The samples are ms. */
export async function measureGames(options: Options, sizes: readonly number[]): Promise<{ readonly samples: Samples }> {
  const { rounds } = options;
  const gateway = await startGateway(clubsOf(sizes), options.cpuProfile);
  const { samples, add } = openSamples();
  try {
    for (let round = 1; round <= rounds; round += 1) {
      for (const size of sizes) await measureClub(gateway, size, CHANGES * (round - 1), add);
      console.log(`growth by games: round ${round} of ${rounds}`);
      await gateway.restart();
    }
    return { samples };
  } finally {
    await gateway.stop();
  }
}

/** The first page with nothing in memory, then goals and the lists after each. */
async function measureClub(
  { host, port }: GatewayProcess,
  size: number,
  markers: number,
  add: (line: string, size: number, ms: number) => void,
): Promise<void> {
  const http = openLightHttp(host, port);
  const club = `${API_ROOT}/clubs/club-${size}`;
  const token = readerToken(size);
  const timed = async (request: string, expected: number): Promise<number> => {
    const began = performance.now();
    const status = await http.send(request);
    if (status !== expected) throw new Error(`A club of ${size} games was answered ${status}.`);
    return performance.now() - began;
  };
  const get = (path: string): Promise<number> => timed(getRequest(host, `${club}/${path}`, token, null), 200);
  try {
    // The connection and the credential are new, too: they are no part of the page.
    await get('');
    add('first page of past games, cold', size, await get('past_games?limit=50'));
    await get('upcoming_games');
    const times = { marker: [] as number[], upcoming: [] as number[], past: [] as number[] };
    for (let nth = 0; nth < CHANGES; nth += 1) {
      // A goal changes the lists, too.
      const started = markers + nth > 0;
      const body = JSON.stringify({ ...markerOf(0), ...(started ? { type: 'Goal' } : {}) });
      const marker = await timed(postRequest(host, `${club}/games/live-${size}/marker`, token, body), 201);
      const upcoming = await get('upcoming_games');
      const past = await get('past_games?limit=50');
      if (nth < FIRST_CHANGES) continue;
      times.marker.push(marker);
      times.upcoming.push(upcoming);
      times.past.push(past);
    }
    add('goal', size, median(times.marker));
    add('upcoming games after it', size, median(times.upcoming));
    add('first page of past games after it', size, median(times.past));
  } finally {
    http.close();
  }
}

/** A club of each size: past games, and one that is live. */
function clubsOf(sizes: readonly number[]): DataFile {
  const now = Date.now();
  let id = 0;
  const game = (slug: string, kickOff: number) => {
    id += 1;
    return {
      id,
      slug,
      title: `Game ${id}`,
      date_time: new Date(kickOff).toISOString(),
      organizer_id: 1,
      teams: [{ number: 1 }, { number: 2 }],
      participants: [1, 2].map((user) => ({ player_type: 'user' as const, id: user, team: user })),
    };
  };
  return {
    touchline_data: 1,
    users: [1, 2].map((user) => ({ id: user, slug: `player-${user}`, name: `Player ${user}` })),
    clubs: sizes.map((size, index) => ({
      id: index + 1,
      name: `Club of ${size}`,
      slug: `club-${size}`,
      members: [{ user_id: 1, role: 'Owner' as const }],
      games: [
        game(`live-${size}`, now),
        ...Array.from({ length: size - 1 }, (_, nth) => ({
          ...game(`game-${nth}`, now - (nth + 24) * HOUR_MS),
          scores: { 1: 2, 2: 1 },
        })),
      ],
    })),
    tokens: readerTokens(1),
  };
}
