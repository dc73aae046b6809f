// HAProxy and Caddy before a gateway, by the samples of docs/deploy. Neither has to be installed: the tests of one that is not
// are skipped.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answers, type NginxPorts, replaceAll, type TestProxy } from './nginx.ts';
import { TEST_CERT, TEST_KEY } from './tls.ts';

type ProxyName = 'haproxy' | 'caddy';
const WORDS: Readonly<Record<ProxyName, string>> = { haproxy: '-v', caddy: 'version' };
export const isInstalled = (name: ProxyName): boolean => spawnSync(name, [WORDS[name]]).status === 0;

type Place = {
  readonly folder: string;
  readonly ports: NginxPorts;
  readonly gatewayPort: number;
  readonly morePorts: readonly number[];
};
type Started = { readonly child: ChildProcess; readonly log: () => Promise<string> };

/** Starts the proxy. Throws with its messages when it ends at once. `morePorts`: of more nodes, for HAProxy. */
export async function openProxyBefore(
  gatewayPort: number,
  name: ProxyName,
  ports: NginxPorts,
  ...morePorts: readonly number[]
): Promise<TestProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), `touchline-${name}-`));
  const place = { folder, ports, gatewayPort, morePorts };
  const { child, log } = await (name === 'haproxy' ? startHaproxy(place) : startCaddy(place));
  const complaints: string[] = [];
  child.stderr?.on('data', (data: Buffer) => complaints.push(data.toString()));
  const exited = once(child, 'exit');
  const ended = exited.then(() => {
    throw new Error(`${name} ended: ${complaints.join('')}`);
  });
  await Promise.race([answers(ports.https), ended]);
  ended.catch(() => undefined);
  return {
    url: `https://127.0.0.1:${ports.https}`,
    plainUrl: `http://127.0.0.1:${ports.http}`,
    log,
    async close() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const sample = (file: string): Promise<string> =>
  readFile(path.resolve(import.meta.dirname, '../../docs/deploy', file), 'utf8');

async function startHaproxy({ folder, ports, gatewayPort, morePorts }: Place): Promise<Started> {
  const file = path.join(folder, 'haproxy.cfg');
  await writeFile(path.join(folder, 'site.pem'), TEST_CERT + TEST_KEY, { mode: 0o600 });
  const text = replaceAll(await sample('haproxy.cfg'), [
    ['bind :80\n', `bind 127.0.0.1:${ports.http}\n`],
    [
      'bind :443 ssl crt /etc/haproxy/scores.example.org.pem',
      `bind 127.0.0.1:${ports.https} ssl crt ${folder}/site.pem`,
    ],
    [
      'server node1 127.0.0.1:8080 check inter 2s',
      [gatewayPort, ...morePorts]
        .map((port, index) => `server node${index + 1} 127.0.0.1:${port} check inter 2s`)
        .join('\n  '),
    ],
  ]);
  await writeFile(file, `global\n  log stdout format raw local0\n\n${text}`);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  child.stdout.on('data', (data: Buffer) => lines.push(data.toString()));
  return { child, log: async () => lines.join('') };
}

async function startCaddy({ folder, ports, gatewayPort }: Place): Promise<Started> {
  const file = path.join(folder, 'Caddyfile');
  await writeFile(path.join(folder, 'cert.pem'), TEST_CERT);
  await writeFile(path.join(folder, 'key.pem'), TEST_KEY, { mode: 0o600 });
  const text = replaceAll(await sample('Caddyfile'), [
    ['\n{\n', `\n{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n`],
    ['\nscores.example.org {', `\nhttps://127.0.0.1:${ports.https} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`],
    ['reverse_proxy 127.0.0.1:8080', `reverse_proxy 127.0.0.1:${gatewayPort}`],
  ]);
  await writeFile(file, text);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines: string[] = [];
  child.stderr.on('data', (data: Buffer) => lines.push(data.toString()));
  return { child, log: async () => lines.join('') };
}
