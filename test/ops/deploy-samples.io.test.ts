// The samples of docs/deploy for systemd, Docker Compose and Kubernetes (rule OPS-23). test/http has the proxies.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');
/** Seconds. A drain ends before (rule OPS-8). */
const DRAIN_MAX = 10;

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-deploy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('the unit of systemd', () => {
  const isHere = spawnSync('systemd-analyze', ['--version']).status === 0;
  const verified = async (text: string) => {
    const file = path.join(await emptyFolder(), 'touchline.service');
    // The programs are where this machine has them.
    await writeFile(file, text.replace('/usr/bin/node', process.execPath));
    return spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
  };

  test.skipIf(!isHere)('rule OPS-23: passes the verifier of systemd (needs systemd-analyze)', async () => {
    const unit = await textOf('docs/deploy/touchline.service');
    const { status, stderr } = await verified(unit);
    expect([status, stderr.split('\n').filter((line) => line.includes('touchline.service'))]).toEqual([0, []]);
    expect((await verified(unit.replace('ProtectHome=true', 'ProtectHomes=true'))).stderr).toContain('ProtectHomes');
  });

  test('rule OPS-23: gives the server time to drain, open files, and one place to write', async () => {
    const unit = await textOf('docs/deploy/touchline.service');
    const valueOf = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(DRAIN_MAX);
    expect(Number(valueOf('LimitNOFILE'))).toBeGreaterThanOrEqual(100_500);
    expect(unit).toContain(`TOUCHLINE_HOME=/var/lib/${valueOf('StateDirectory')}`);
    expect(['NoNewPrivileges', 'ProtectSystem', 'KillMode'].map(valueOf)).toEqual(['true', 'strict', 'mixed']);
  });
});

describe('docker-compose.yml', () => {
  const serviceSchema = z.object({
    ports: z.array(z.string()).optional(),
    healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    environment: z.record(z.string(), z.string()).optional(),
    mem_limit: z.string(),
    pids_limit: z.number(),
    restart: z.literal('unless-stopped'),
    ulimits: z.object({ nofile: z.object({ soft: z.number(), hard: z.number() }) }).optional(),
    stop_grace_period: z.string().optional(),
  });
  const composeSchema = z.object({ services: z.record(z.string(), serviceSchema) });

  test('rule OPS-23: publishes the gateway only, requires three secrets, and limits every service', async () => {
    const { services } = composeSchema.parse(parse(await textOf('docker-compose.yml'), { merge: true }));
    expect(Object.keys(services)).toEqual(['postgres', 'redis', 'gateway']);
    const { postgres, redis, gateway } = services;
    expect([postgres?.ports, redis?.ports, gateway?.ports]).toEqual([undefined, undefined, ['127.0.0.1:8080:8080']]);
    expect(postgres?.healthcheck && redis?.healthcheck).toBeDefined();
    const settings = Object.values(gateway?.environment ?? {}).join('\n');
    for (const secret of ['POSTGRES_PASSWORD', 'TOUCHLINE_SECRET', 'TOUCHLINE_ADMIN_TOKEN'])
      expect(settings).toContain(`\${${secret}:?`);
    // An empty setting counts as not set.
    for (const setting of ['RETENTION_DAYS', 'SMTP_URL', 'MAX_CONNECTIONS_PER_ADDRESS', 'OTEL_EXPORTER_OTLP_ENDPOINT'])
      expect(gateway?.environment?.[setting]).toBe(`\${${setting}:-}`);
    expect(gateway?.ulimits?.nofile.soft).toBeGreaterThanOrEqual(100_500);
    expect(Number.parseInt(gateway?.stop_grace_period ?? '', 10)).toBeGreaterThan(DRAIN_MAX);
    // Node.js may use half of it: with 1 GiB the largest data file ends the process.
    expect(gateway?.mem_limit).toBe('2g');
    // Of the image.
    expect(await textOf('Dockerfile')).toMatch(/HEALTHCHECK [\s\S]*\/healthz/);
  });
});

describe('the manifests of Kubernetes', () => {
  const kinds = { Deployment, Service, PodDisruptionBudget } as const;
  const headSchema = z.object({
    apiVersion: z.string(),
    kind: z.enum(['Deployment', 'Service', 'PodDisruptionBudget']),
  });
  const manifests = async () =>
    parseAllDocuments(await textOf('docs/deploy/kubernetes.yaml')).map((document) => {
      const value: unknown = document.toJS();
      return { ...headSchema.parse(value), value };
    });
  type Manifests = Awaited<ReturnType<typeof manifests>>;

  /** The faults that the compiler finds when the manifests are values of these types: unknown fields too. */
  async function faultsOf(found: Manifests): Promise<string> {
    const folder = await emptyFolder();
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const lines = found.flatMap(({ apiVersion, kind, value }, at) => [
      `import type { I${kind} as Type${at} } from 'kubernetes-models/${apiVersion}/${kind}';`,
      `export const manifest${at}: Type${at} = ${JSON.stringify(value)};`,
    ]);
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(path.join(folder, 'manifests.ts'), lines.join('\n'));
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
    return spawnSync(process.execPath, [compiler, ...flags, 'manifests.ts'], { cwd: folder, encoding: 'utf8' }).stdout;
  }

  test('rule OPS-23: have the fields and values of the Kubernetes interface', async () => {
    const found = await manifests();
    expect(found.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
    for (const { kind, value } of found) {
      const manifest = new kinds[kind](value as never);
      manifest.validate();
    }
    expect(await faultsOf(found)).toBe('');
    const [deployment] = found;
    const wrong = JSON.parse(JSON.stringify(deployment).replace('"startupProbe"', '"startProbe"')) as Manifests[number];
    expect(await faultsOf([wrong])).toContain('startProbe');
    expect(() => {
      new Deployment({ ...(deployment?.value as object), spec: { replicas: 'two' } } as never).validate();
    }).toThrow();
  });

  test('rule OPS-23: keep a node serving, and give one that ends its time to drain', async () => {
    const [deployment, , budget] = await manifests();
    const { spec } = new Deployment(deployment?.value as never);
    const pod = spec?.template.spec;
    const [container] = pod?.containers ?? [];
    const waited = Number(container?.lifecycle?.preStop?.exec?.command?.at(-1));
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(waited + DRAIN_MAX);
    expect(spec?.replicas).toBeGreaterThan(Number(new PodDisruptionBudget(budget?.value as never).spec?.minAvailable));
    expect(container?.resources?.limits?.['memory']).toBe('2Gi');
    const paths = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe];
    expect(paths.map((probe) => probe?.httpGet?.path)).toEqual(['/healthz', '/healthz', '/readyz']);
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    expect(pod?.securityContext?.runAsNonRoot).toBe(true);
  });
});
