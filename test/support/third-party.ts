// A minimal site of a third party: an app that asks to be connected, or an attacker's page.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ThirdParty = {
  /** Its origin. For browsers `localhost` and `127.0.0.1` are different sites. */
  readonly origin: string;
  /** The queries of the requests to /callback, oldest first. */
  readonly callbacks: readonly URLSearchParams[];
  /** The page of each other path; a redirect when it begins with http. */
  readonly pages: Map<string, string>;
  close(): Promise<void>;
};

export async function openThirdParty(host: 'localhost' | '127.0.0.1' = '127.0.0.1'): Promise<ThirdParty> {
  const callbacks: URLSearchParams[] = [];
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://third.party');
    const page = pages.get(pathname);
    if (pathname === '/callback') callbacks.push(searchParams);
    if (page?.startsWith('http')) {
      response.writeHead(302, { location: page }).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ?? `<!doctype html><title>App</title><h1>Back at the app</h1>`);
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host}:${port}`,
    callbacks,
    pages,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
