// A real nginx with TLS before a gateway, by the sample of docs/deploy. Clients come from addresses of their own: all of
// 127.0.0.0/8 is this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './free-port.ts';
import { TEST_CERT, TEST_KEY } from './tls.ts';
import { nextTurn } from './next-turn.ts';

const NGINX = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx';
const sample = path.resolve(import.meta.dirname, '../../docs/deploy/nginx.conf');

/** Without nginx its tests are skipped, except in CI, where they fail. */
export const skipsNginx = !existsSync(NGINX) && process.env['CI'] !== 'true';

export type TestProxy = {
  /** `https://127.0.0.1:PORT` */
  readonly url: string;
  /** Address of the plain http port, which redirects to https. */
  readonly plainUrl: string;
  /** All that it logged so far; of nginx the access logs: of the sample, and the one that Debian has for servers without their own. */
  log(): Promise<string>;
  close(): Promise<void>;
};

export type NginxPorts = { readonly https: number; readonly http: number };

export async function nginxPorts(): Promise<NginxPorts> {
  return { https: await freePort(), http: await freePort() };
}

/** Starts nginx before the nodes on these ports, by the sample. Throws with its messages when it ends at once. */
export async function openNginx(ports: NginxPorts, ...nodePorts: readonly number[]): Promise<TestProxy> {
  const text = await readFile(sample, 'utf8');
  const running = await startNginx(ports.https, (file) => adapt(text, ports, nodePorts, file));
  return { ...running, url: `https://127.0.0.1:${ports.https}`, plainUrl: `http://127.0.0.1:${ports.http}` };
}

/**
 * Starts nginx with these directives of its `http` block, and waits until it answers on `port`. `site` may name files of the
 * folder, which has the certificate as `cert.pem` and `key.pem`.
 */
export async function startNginx(
  port: number,
  site: (file: InFolder) => string,
): Promise<Pick<TestProxy, 'log' | 'close'>> {
  if (!existsSync(NGINX)) {
    throw new Error(
      `This test needs nginx at ${NGINX}: apt-get install -y nginx-light (or name another in NGINX_PATH).`,
    );
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-nginx-'));
  const file = (name: string): string => path.join(folder, name);
  await writeFile(file('cert.pem'), TEST_CERT);
  await writeFile(file('key.pem'), TEST_KEY, { mode: 0o600 });
  await writeFile(file('site.conf'), site(file));
  await writeFile(file('nginx.conf'), frame(file));
  const child = spawn(NGINX, ['-p', folder, '-e', file('error.log'), '-c', file('nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const complaints: string[] = [];
  child.stderr.on('data', (data: Buffer) => complaints.push(data.toString()));
  const exited = once(child, 'exit');
  const ended = exited.then(() => {
    throw new Error(`nginx ended: ${complaints.join('')}`);
  });
  await Promise.race([answers(port), ended]);
  ended.catch(() => undefined);
  return {
    log: async () =>
      (await Promise.all(['access.log', 'default.log'].map((name) => readFile(file(name), 'utf8')))).join(''),
    async close() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type InFolder = (name: string) => string;

/** The sample with the ports and the certificate of the test. */
function adapt(text: string, ports: NginxPorts, nodePorts: readonly number[], file: InFolder): string {
  const live = '/etc/letsencrypt/live/scores.example.org';
  return replaceAll(text.replaceAll('/var/log/nginx/touchline.log', file('access.log')), [
    [
      'server 127.0.0.1:8080 max_fails=0;',
      nodePorts.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join('\n  '),
    ],
    ['listen 80;', `listen 127.0.0.1:${ports.http};`],
    ['listen 443 ssl', `listen 127.0.0.1:${ports.https} ssl`],
    [`${live}/fullchain.pem`, file('cert.pem')],
    [`${live}/privkey.pem`, file('key.pem')],
  ]);
}

/** A sample of docs/deploy with changes for a test. Each must find its place, once. */
export const replaceAll = (text: string, changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((adapted, [from, to]) => {
    if (adapted.split(from).length !== 2) throw new Error(`The sample does not have exactly one ${from}`);
    return adapted.replace(from, to);
  }, text);

/** The part of Debian's nginx.conf around the files of conf.d, for one process and one folder. */
const frame = (file: InFolder): string => `daemon off;
master_process off;
pid ${file('pid')};
error_log ${file('error.log')} warn;
events { worker_connections 4096; }
http {
  access_log ${file('default.log')};
  server_tokens off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${file(kind)};`).join('\n  ')}
  include ${file('site.conf')};
}
`;

/** Resolves when the port takes a connection. */
export async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await nextTurn();
  }
}

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A `fetch` whose connections come from this address, and that trusts the certificate of the tests. */
export const fetchFrom =
  (localAddress: string): Fetch =>
  (url, init = {}) => {
    const { method = 'GET', headers, body } = init;
    const payload = body instanceof URLSearchParams || typeof body === 'string' ? String(body) : null;
    const sent = new Headers(headers);
    if (body instanceof URLSearchParams) sent.set('content-type', 'application/x-www-form-urlencoded');
    if (payload !== null) sent.set('content-length', String(Buffer.byteLength(payload)));
    return new Promise((resolve, reject) => {
      const options = { method, headers: Object.fromEntries(sent), localAddress, ca: TEST_CERT };
      const request = https.request(url, options, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const received = new Headers();
          for (const [name, values] of Object.entries(answer.headersDistinct)) {
            for (const value of values ?? []) received.append(name, value);
          }
          const status = answer.statusCode ?? 0;
          const isEmpty = status === 204 || status === 304;
          resolve(new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: received }));
        });
      });
      request.on('error', reject);
      request.end(payload ?? undefined);
    });
  };
