// The image, made by the steps of the Dockerfile above a root of Debian 13 with Node.js 24, and started as docker-compose.yml and the
// manifests of Kubernetes say: as a user without rights, who can write to the volumes only (rule OPS-30). No container runtime is needed.
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { testDatabases } from '../support/database.ts';
import { replayDockerfile, type Stage, userNumber } from '../support/dockerfile.ts';
import { debian13, hasDebian13, npmBinds, npmLayer, prepareDebian13, startServer } from '../support/debian13.ts';
import { freePort } from '../support/free-port.ts';
import { newDatabase } from '../support/new-database.ts';
import { hasRedisServer, startRedis } from '../support/redis.ts';
import { runInSandbox, type Sandbox } from '../support/sandbox.ts';

const root = path.resolve(import.meta.dirname, '../..');
const COMMIT = 'abc1234';
const ADMIN_TOKEN = 'admin-token-of-the-image-0123456789abcdef';
const SECRETS = {
  POSTGRES_PASSWORD: 'x'.repeat(32),
  TOUCHLINE_SECRET: 's'.repeat(48),
  TOUCHLINE_ADMIN_TOKEN: ADMIN_TOKEN,
};

const isHere = hasDebian13 && hasRedisServer && (await testDatabases()).includes('postgres');

const textOf = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

describe.skipIf(!isHere)('the image (needs root on Debian, PostgreSQL and redis-server)', () => {
  let folder: string;
  let image: Stage;

  beforeAll(async () => {
    prepareDebian13();
    folder = await mkdtemp(path.join(tmpdir(), 'touchline-image-'));
    image = await replayDockerfile({
      root,
      folder,
      base: [await npmLayer(folder), debian13],
      binds: npmBinds,
      args: { COMMIT, TARGETARCH: '' },
    });
  }, 600_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function sandboxOf(env: Readonly<Record<string, string>>, empty: readonly string[]): Promise<Sandbox> {
    const data = await mkdtemp(path.join(tmpdir(), 'touchline-data-'));
    onTestFinished(() => rm(data, { recursive: true, force: true }));
    const user = userNumber(image.user);
    await chown(data, user, user);
    const { layer, workdir } = image;
    return { layers: [layer, debian13], binds: { '/data': data }, empty, user, workdir, env: { ...image.env, ...env } };
  }

  test('rule OPS-30: has what runs and nothing else, and says its version and commit', async () => {
    const files = await readdir(path.join(image.layer, 'app'), { recursive: true });
    expect(files.filter((file) => file.endsWith('.node'))).toEqual([
      expect.stringMatching(/\/uws_linux_\w+_137\.node$/),
    ]);
    expect(
      files.filter((file) => /^src\/.*\.ts$|^test|node_modules\/(esbuild|typescript|vitest)\//.test(file)),
    ).toEqual([]);
    expect(files.filter((file) => path.basename(file) === '.env' || file.endsWith('.git'))).toEqual([]);
    const { version } = JSON.parse(await textOf('package.json')) as { version: string };
    const printed = await runInSandbox(await sandboxOf({}, []), [...image.command, '--version']);
    expect(printed).toContain(version);
    expect(printed).toContain(COMMIT);
  });

  test('rule OPS-30: serves by itself from the embedded database on its volume', async () => {
    const port = String(await freePort());
    const sandbox = await sandboxOf(
      { PORT: port, TOUCHLINE_SECRET: SECRETS.TOUCHLINE_SECRET, PUBLIC_URL: `http://127.0.0.1:${port}` },
      ['/tmp'],
    );
    const { stop } = await startServer(sandbox, image.command);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect((await stop()).code).toBe(0);
    expect((await readdir(sandbox.binds?.['/data'] ?? '')).length).toBeGreaterThan(0);
  });

  test('rule OPS-30: runs as docker-compose.yml says, is healthy, exports, and stops in time', async () => {
    const gatewaySchema = z.object({
      environment: z.record(z.string(), z.string()),
      read_only: z.literal(true),
      volumes: z.array(z.string()),
      stop_grace_period: z.string(),
    });
    const composeSchema = z.object({ services: z.object({ gateway: gatewaySchema }) });
    const { gateway } = composeSchema.parse(parse(await textOf('docker-compose.yml'), { merge: true })).services;
    const redis = await startRedis();
    onTestFinished(() => redis.close());
    const port = String(await freePort());
    const given = Object.entries(gateway.environment).map(
      ([name, text]) => [name, interpolated(text, SECRETS)] as const,
    );
    const places = { DATABASE_URL: await newDatabase(), REDIS_URL: redis.url, PORT: port };
    // A variable that is empty is one that is not set, as Compose gives it.
    const sandbox = await sandboxOf({ ...Object.fromEntries(given), ...places }, gateway.volumes);
    const { stop } = await startServer(sandbox, image.command);
    await runInSandbox(sandbox, image.healthcheck);
    const answer = await fetch(`http://127.0.0.1:${port}/api/admin/export?history=true`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ touchline_data: 1 })]);
    const { code, seconds } = await stop();
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(Number.parseInt(gateway.stop_grace_period, 10));
    await expect(runInSandbox(sandbox, image.healthcheck)).rejects.toThrow('ended with 1');
  });

  test('rule OPS-30: runs two nodes as the manifests of Kubernetes say', async () => {
    const probeSchema = z.object({ httpGet: z.object({ path: z.string() }) });
    const valueSchema = z.object({
      name: z.string(),
      value: z.string().optional(),
      valueFrom: z.object({ secretKeyRef: z.object({ key: z.string() }) }).optional(),
    });
    const containerSchema = z.object({
      env: z.array(valueSchema),
      startupProbe: probeSchema,
      livenessProbe: probeSchema,
      readinessProbe: probeSchema,
      lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }),
      securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
      volumeMounts: z.array(z.object({ mountPath: z.string() })),
    });
    const podSchema = z.object({
      terminationGracePeriodSeconds: z.number(),
      securityContext: z.object({ runAsUser: z.number() }),
      containers: z.tuple([containerSchema]),
    });
    const deploymentSchema = z.object({ spec: z.object({ template: z.object({ spec: podSchema }) }) });
    const [deployment] = parseAllDocuments(await textOf('docs/deploy/kubernetes.yaml'));
    const pod = deploymentSchema.parse(deployment?.toJS()).spec.template.spec;
    const [container] = pod.containers;
    const redis = await startRedis();
    onTestFinished(() => redis.close());
    const secret: Readonly<Record<string, string>> = {
      'database-url': await newDatabase(),
      'redis-url': redis.url,
      secret: SECRETS.TOUCHLINE_SECRET,
      'admin-token': ADMIN_TOKEN,
    };
    const env = container.env.map(({ name, value, valueFrom }) => {
      const text = value ?? secret[valueFrom?.secretKeyRef.key ?? ''];
      expect(text, name).toBeDefined();
      return [name, text ?? ''] as const;
    });
    const nodes = [];
    for (let node = 0; node < 2; node += 1) {
      const port = String(await freePort());
      const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
      const sandbox = await sandboxOf({ ...Object.fromEntries(env), PORT: port }, mounts);
      const user = pod.securityContext.runAsUser;
      nodes.push({ port, sandbox, ...(await startServer({ ...sandbox, user }, image.command)) });
    }
    for (const { port, sandbox } of nodes) {
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
        expect((await fetch(`http://127.0.0.1:${port}${probe.httpGet.path}`)).status).toBe(200);
      await runInSandbox(sandbox, container.lifecycle.preStop.exec.command);
    }
    const waited = Number(container.lifecycle.preStop.exec.command.at(-1));
    for (const { stop } of nodes) {
      const { code, seconds } = await stop();
      expect(code).toBe(0);
      expect(waited + seconds).toBeLessThan(pod.terminationGracePeriodSeconds);
    }
  });
});

/** A value of docker-compose.yml with its variables: `${NAME:?message}` and `${NAME:-default}`. */
const interpolated = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const value = values[name];
    if (value === undefined && kind === '?') throw new Error(`${name}: ${rest}`);
    return value ?? rest;
  });
