// The gateway under fuzz: a process with a database of its own, the world as its data, and a club that only the honest
// client uses.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bestDatabase, createDatabase } from '../database.ts';
import { iso } from '../dates.ts';
import { memoryUsageOf } from '../memory-usage.ts';
import { spawnGateway } from '../process.ts';
import { fullWorld } from '../world/full-world.ts';
import { bareGame } from '../world/games.ts';
import { ADMIN_TOKEN, clubKey, TOKENS } from '../world/tokens.ts';

/** Bytes, after a garbage collection. */
export type Memory = { readonly rss: number; readonly heapUsed: number };

export type Target = {
  readonly host: string;
  readonly port: number;
  /** Tokens by kind of credential. `view` reads two channels. */
  readonly tokens: Readonly<Record<string, string>>;
  /** An address that no request has come from, for `X-Forwarded-For`: limits per address do not hide what is behind them. */
  nextAddress(): string;
  isAlive(): boolean;
  /** The end of its standard error: what it said when it died. */
  lastWords(): string;
  /** Lines of the log at level `error` so far. */
  troubles(): readonly string[];
  memory(): Promise<Memory>;
  /** Stops it. Throws when it does not drain, or logged a secret. */
  close(): Promise<void>;
};

export const HONEST = {
  id: 987_654,
  slug: 'steady',
  channel: 'game:987654',
  token: 'honest-key-0123456789abcdef',
} as const;

const honestClub = () => ({
  id: HONEST.id,
  name: 'Honest FC',
  slug: 'honest-fc',
  games: [bareGame(HONEST.id, HONEST.slug, { date_time: iso(Date.now()) })],
});

function data(): object {
  const base = fullWorld();
  return {
    ...base,
    clubs: [...base.clubs, honestClub()],
    tokens: [...base.tokens, clubKey('honest-fc', HONEST.token)],
  };
}

/** Starts the gateway. `close` stops it and drops its database. */
export async function openTarget(): Promise<Target> {
  const home = await mkdtemp(path.join(tmpdir(), 'touchline-fuzz-'));
  const database = (await bestDatabase()) === 'postgres' ? await createDatabase() : null;
  const file = path.join(home, 'data.json');
  await writeFile(file, JSON.stringify(data()));
  const clear = async (): Promise<void> => {
    await database?.drop();
    await rm(home, { recursive: true, force: true });
  };
  const gateway = await spawnGateway({
    // The inspector tells the memory after a garbage collection.
    nodeArgs: ['--inspect=127.0.0.1:0'],
    env: {
      ...(database === null ? {} : { DATABASE_URL: database.url }),
      TOUCHLINE_HOME: home,
      TOUCHLINE_DATA: file,
      TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN,
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'info',
    },
  }).catch(async (error: unknown) => {
    await clear();
    throw error;
  });
  const { hostname, port } = new URL(gateway.url);
  let addresses = 0;
  const view = await viewToken(gateway.url);
  return {
    host: hostname,
    port: Number(port),
    tokens: { ...TOKENS, view, admin: ADMIN_TOKEN },
    nextAddress() {
      addresses += 1;
      return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
    },
    isAlive: () => gateway.isAlive(),
    // How it ended stands first: its lines may be long.
    lastWords: () => `${gateway.end()}\n${[...gateway.errors, ...gateway.lines.slice(-5)].join('\n').slice(-3_000)}`,
    troubles: () => gateway.lines.filter((line) => line.includes('"level":"error"') || line.includes('"level":50')),
    memory: () => memoryUsageOf(gateway.errors.join('')),
    async close() {
      try {
        const code = gateway.isAlive() ? await gateway.stop() : 0;
        if (code !== 0) throw new Error(`The gateway did not drain: ${gateway.end()}`);
      } finally {
        await clear();
      }
    },
  };
}

async function viewToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/view_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKENS.club}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channels: ['game:100', 'match:701'] }),
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}
