// All subscribers reconnect at once to a node with an empty memory: each channel and each token is read once.
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { testDatabases } from '../support/database.ts';
import { openGatewayWithSql } from '../support/gateway-with-sql.ts';
import { TOKENS } from '../support/world/tokens.ts';
import { matchKeeper } from '../support/scorekeeper.ts';
import { scrape } from '../support/scrape.ts';

const SUBSCRIBERS = 300;
const VIEW_TOKENS = 25;
const CHANNELS = ['match:701', 'match:702', 'tournament:autumn-cup'] as const;
/** All subscribers share these two channels. */
const MATCHES = 2;
const hasPostgres = (await testDatabases()).includes('postgres');

type Board = { readonly channel: string; readonly token: string; seq: number; epoch: string; gaps: number };

/** Connects, resumes the board and follows it. */
function watch(liveUrl: string, board: Board): WebSocket {
  const socket = new WebSocket(liveUrl, { headers: { authorization: `Bearer ${board.token}` } });
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString()) as { type: string; epoch?: string; seq?: number; from?: number };
    const { seq = 0, from = seq - 1, epoch } = frame;
    if (frame.type === 'welcome') {
      const since = board.seq < 0 ? {} : { since: { epoch: board.epoch, seq: board.seq } };
      socket.send(JSON.stringify({ type: 'subscribe', channel: board.channel, ...since }));
    } else if (frame.type === 'snapshot') Object.assign(board, { seq, epoch });
    else if (frame.type === 'delta') {
      if (from !== board.seq) board.gaps += 1;
      board.seq = seq;
    }
  });
  return socket;
}

/** Reads of the table of markers so far, as the database itself counts them: each load of a match is one. */
async function loadsCounted(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ reads: number }[]>`
    select (coalesce(idx_scan, 0) + seq_scan)::int as reads from pg_stat_user_tables where relname = 'marker'`;
  return row?.reads ?? NaN;
}

it.skipIf(!hasPostgres)(
  `${SUBSCRIBERS} subscribers that reconnect at once cost one read per shared channel and token`,
  async () => {
    // No other reads: no poll for other nodes' writes, no second check of rights.
    const quiet = { pollMs: 600_000, pollWithRedisMs: 600_000, recheckMs: 600_000, lastUsedMs: 600_000 };
    const opened = await openGatewayWithSql({ timing: quiet });
    onTestFinished(opened.close);
    const { gateway, sql } = opened;
    const views = await Promise.all(
      Array.from({ length: VIEW_TOKENS }, () => gateway.viewToken(TOKENS.tournament, ...CHANNELS)),
    );
    const tokens = [TOKENS.tournament, TOKENS.tournamentApp, TOKENS.app, ...views];
    const boards = Array.from({ length: SUBSCRIBERS }, (_, index): Board => ({
      channel: CHANNELS[index % CHANNELS.length] ?? CHANNELS[0],
      token: tokens[index % tokens.length] ?? TOKENS.tournament,
      seq: -1,
      epoch: '',
      gaps: 0,
    }));
    const sockets = boards.map((board) => watch(gateway.liveUrl, board));
    await expect.poll(() => boards.filter(({ seq }) => seq >= 0).length).toBe(SUBSCRIBERS);

    // A connection reports its statistics when it ends, so the test waits for the end of the old ones.
    const gone = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await gateway.restart();
    await Promise.all(gone);
    await expect.poll(() => loadsCounted(sql)).toBeGreaterThanOrEqual(MATCHES);
    const before = await loadsCounted(sql);

    const returnedAt = performance.now();
    const returned = boards.map((board) => watch(gateway.liveUrl, board));
    // Deltas are sent while the subscribers reconnect.
    const keeper = matchKeeper(gateway, 701);
    let posted = 0;
    const writing = { isOver: false };
    const posting = (async () => {
      while (!writing.isOver) {
        await keeper.post('Event', { label: randomUUID() });
        posted += 1;
      }
    })();
    const current = (): number => boards.filter(({ channel, seq }) => channel !== 'match:701' || seq >= 1).length;
    await expect.poll(current, { interval: 10 }).toBe(SUBSCRIBERS);
    await expect.poll(async () => (await scrape(gateway.url)).get('touchline_live_connections')).toBe(SUBSCRIBERS);
    writing.isOver = true;
    await posting;
    const last = (): number => boards.filter(({ channel, seq }) => channel !== 'match:701' || seq === posted).length;
    await expect.poll(last, { interval: 10 }).toBe(SUBSCRIBERS);
    expect(performance.now() - returnedAt).toBeLessThan(10_000);
    expect(
      boards.reduce((sum, { gaps }) => sum + gaps, 0),
      'each delta followed on what was there',
    ).toBe(0);

    const figures = await scrape(gateway.url);
    expect(figures.get('touchline_store_reads_total{what="match"}')).toBe(MATCHES);
    expect(figures.get('touchline_store_reads_total{what="feed"}')).toBe(1);
    // Simultaneous look-ups of tokens share one query, and so do those of the makers of view tokens.
    expect(figures.get('touchline_store_reads_total{what="token"}')).toBeLessThanOrEqual(tokens.length);
    for (const socket of returned) socket.terminate();
    await gateway.close();
    // The database counts the same, plus the reads of the start and of the writes.
    await expect.poll(() => loadsCounted(sql)).toBeGreaterThanOrEqual(before + MATCHES);
    expect(await loadsCounted(sql)).toBeLessThan(before + SUBSCRIBERS / 10);
  },
);
