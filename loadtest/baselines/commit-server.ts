// A baseline of `markers`: what HTTP, the schema and the commit cost without a match. uWebSockets.js alone takes the requests.
// The schema of the gateway checks the bodies, and its group commit stores them, in a database of their own. No credential is asked
// for, no rate counted, no state computed, and nothing published. `commit-server.ts GAMES`: the number of games.
import uWS from 'uWebSockets.js';
import { type Marker, markerBody } from '../../protocol/rest/marker.ts';
import { gameRef } from '../../protocol/wire/ids.ts';
import { openCommitter } from '../../src/store/log/append.ts';
import type { Position } from '../../src/store/log/positions.ts';
import { openTestStore } from '../../test/support/database.ts';

const games = Number(process.argv[2]);
const store = await openTestStore('postgres');
await store.sql`insert into live_match (id, ref) select id, 'game:' || id from generate_series(1, ${games}::integer) as id`;
const { commit } = openCommitter(store.sql);
const gameMarker = markerBody('game');

/** The position of each game after its last write, which the next one waits for. */
const positions = new Map<number, Promise<Position>>();

/** Appends it to the log of the game. Resolves when it is durable. */
function append(game: number, marker: Marker): Promise<Position> {
  const position = positionAfter(game, marker);
  positions.set(game, position);
  return position;
}

async function positionAfter(game: number, marker: Marker): Promise<Position> {
  const expected = (await positions.get(game)) ?? { seq: 0, at: 0 };
  const seq = expected.seq + 1;
  const at = Date.now();
  const cause = [{ action: 'recorded', marker_id: marker.id, type: marker.type }] as const;
  const change = { seq, at, cause, put: [{ ...marker, arrival: seq, touched: seq }] };
  const result = await commit({ ref: gameRef(game), id: game, expected, changes: [{ change, tokenId: 1 }] });
  if (result !== 'committed') throw new Error(`The log of game ${game} does not have its last row.`);
  return { seq, at };
}

/** The games of the requests are numbered from 0 (`many-games.ts`). */
const gameOf = (url: string): number => Number(/\/game-(\d+)\//.exec(url)?.[1]) + 1;

async function record(res: uWS.HttpResponse, game: number, body: string): Promise<void> {
  const marker = gameMarker.parse(JSON.parse(body));
  await append(game, marker);
  const answer = JSON.stringify({ status: 'success', marker_id: marker.id });
  res.cork(() => res.writeStatus('201 Created').writeHeader('content-type', 'application/json').end(answer));
}

uWS
  .App()
  .post('/*', (res, req) => {
    const game = gameOf(req.getUrl());
    let body = '';
    res.onAborted(() => undefined);
    res.onData((part, isLast) => {
      body += Buffer.from(part).toString();
      if (isLast) void record(res, game, body);
    });
  })
  .listen('127.0.0.1', 0, (socket) => {
    if (!socket) throw new Error('Cannot listen.');
    console.log(JSON.stringify({ url: `http://127.0.0.1:${uWS.us_socket_local_port(socket)}` }));
  });
process.once('SIGTERM', () => void store.close().finally(() => process.exit(0)));
