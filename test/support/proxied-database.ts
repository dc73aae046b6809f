// A database behind a proxy, so that tests can cut the connection to it.
import { createDatabase } from './database.ts';
import { type FaultProxy, openProxy } from './proxy.ts';

export type ProxiedDatabase = {
  /** Leads through the proxy. */
  readonly url: string;
  /** Leads past the proxy. */
  readonly directUrl: string;
  readonly proxy: FaultProxy;
  /** Closes the proxy and drops the database. */
  close(): Promise<void>;
};

/** A proxy in front of the PostgreSQL at this address; `url` is the same database through the proxy. */
export async function proxyTo(databaseUrl: string): Promise<{ readonly url: string; readonly proxy: FaultProxy }> {
  const url = new URL(databaseUrl);
  const proxy = await openProxy({ host: url.hostname, port: Number(url.port || 5432) });
  url.host = `127.0.0.1:${proxy.port}`;
  return { url: url.href, proxy };
}

/** A new, empty database behind a proxy. */
export async function createProxiedDatabase(): Promise<ProxiedDatabase> {
  const database = await createDatabase();
  const { url, proxy } = await proxyTo(database.url);
  return {
    url,
    directUrl: database.url,
    proxy,
    async close() {
      await proxy.close();
      await database.drop();
    },
  };
}
