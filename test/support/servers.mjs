// The servers that `npm test` tests with: PostgreSQL and Redis.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { fileURLToPath } from 'node:url';

const ownPostgres = fileURLToPath(new URL('own-postgres.ts', import.meta.url));

/** Starts a PostgreSQL that ends with this process. Resolves to its address, or to null where it cannot be. */
export async function startOwnPostgres() {
  const child = spawn(process.execPath, ['--import', 'tsx', ownPostgres], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout, 'data'), ended.then(() => [null])]);
  if (line === null) return null;
  return {
    url: line.toString().trim(),
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/**
 * PostgreSQL by its address in the environment, or on its standard local port. Null when it does not answer, or makes no databases.
 * `own`: the address of one that was started, which comes first.
 */
export async function findPostgres(say, own) {
  const url = own ?? (process.env.DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres');
  const { default: postgres } = await import('postgres');
  const sql = postgres(url, { max: 1, connect_timeout: 3, backoff: false });
  try {
    const [row] = await sql`select current_setting('server_version') as version, rolcreatedb or rolsuper as creates
      from pg_roles where rolname = current_user`;
    return row.creates ? { url, version: row.version } : null;
  } catch (error) {
    say(`No PostgreSQL at ${new URL(url).host}: ${error.message || error.code}`);
    return null;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Redis likewise. A password may be wanted: any answer to PING in its protocol will do. */
export async function findRedis() {
  const url = process.env.REDIS_URL || 'redis://127.0.0.1:6379';
  const { hostname, port } = new URL(url);
  const answer = await new Promise((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port || 6379), timeout: 3_000 });
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => resolve(data.toString()));
    socket.once('error', () => resolve(''));
    socket.once('timeout', () => resolve(''));
    socket.once('close', () => resolve(''));
    setTimeout(() => socket.destroy(), 4_000).unref();
  });
  return /^[+-]/.test(answer) ? { url } : null;
}
