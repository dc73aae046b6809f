// Traces of OpenTelemetry, as a collector gets them (rule OPS-25).
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { createLogger } from '../../src/ops/logger.ts';
import { createDatabase, testDatabases } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { openTestGateway } from '../support/gateway.ts';
import { openOtlpReceiver } from '../support/otlp-receiver.ts';
import { testRedis } from '../support/redis.ts';
import { connect } from '../support/subscriber.ts';
import { TOKENS } from '../support/world/tokens.ts';

const redisUrl = await testRedis();
const hasPostgres = (await testDatabases()).includes('postgres');
const MARKERS = 'tournaments/autumn-cup/matches/701/markers';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const start = () => ({ id: randomUUID(), type: 'Start', timestamp: new Date().toISOString() });

test.skipIf(!redisUrl || !hasPostgres)(
  'rule OPS-25: a write is one span of the trace of its request, and so is its message on another node',
  async () => {
    const receiver = await openOtlpReceiver();
    onTestFinished(receiver.close);
    const database = await createDatabase();
    onTestFinished(database.drop);
    const options = {
      databaseUrl: database.url,
      redisUrls: [redisUrl ?? ''],
      config: { traceEndpoint: receiver.endpoint },
    };
    const node = await openTestGateway(options);
    const other = await openTestGateway({ ...options, data: null });
    const screen = await connect(other.liveUrl, TOKENS.tournament);
    await screen.subscribe('match:701');
    const token = TOKENS.tournament;
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
    expect((await node.call('POST', MARKERS, { token, headers, body: start() })).status).toBe(201);
    await screen.next('delta');
    expect((await node.call('POST', MARKERS, { token, headers: { traceparent: 'nonsense' }, body: {} })).status).toBe(
      422,
    );
    expect((await node.call('GET', MARKERS, { token, headers })).status).toBe(200);
    await screen.close();
    await Promise.all([node.close(), other.close()]);

    const writes = receiver.spans.filter(({ name }) => !name.startsWith('relay '));
    expect(writes.map(({ name }) => name)).toEqual(['postMatchMarker', 'postMatchMarker']);
    const [write, refused] = writes;
    expect(write).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 201 },
    });
    expect(refused?.traceId).not.toBe(TRACE);
    expect(refused?.attributes['http.response.status_code']).toBe(422);
    const moved = receiver.spans.filter(({ attributes }) => attributes['touchline.message'] === 'moved');
    expect(moved).toMatchObject([
      {
        traceId: TRACE,
        parentSpanId: write?.spanId,
        attributes: { 'touchline.channel': 'match:701', 'touchline.seq': 1 },
      },
    ]);
    expect([...receiver.services]).toEqual(['touchline']);
  },
);

test('rule OPS-25: a collector that is away, or refuses, costs one warning a minute with the reason, and no write', async () => {
  const receiver = await openOtlpReceiver();
  onTestFinished(receiver.close);
  const warningsOf = async (traceEndpoint: string): Promise<readonly unknown[]> => {
    const lines: { msg: string }[] = [];
    const gateway = await openTestGateway({
      logger: createLogger('warn', { write: (line) => void lines.push(JSON.parse(line) as { msg: string }) }),
      config: { traceEndpoint },
    });
    const token = TOKENS.tournament;
    expect((await gateway.call('POST', MARKERS, { token, body: start() })).status).toBe(201);
    await gateway.close();
    return lines.map(({ msg }) => msg);
  };
  const begin = 'Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT: ';
  expect(await warningsOf(`http://127.0.0.1:${await freePort()}`)).toEqual([`${begin}no answer within 2 seconds`]);
  expect(await warningsOf(`${receiver.endpoint}/elsewhere`)).toEqual([`${begin}Not Found`]);
});

test('rule OPS-25: without an endpoint no library of OpenTelemetry is loaded', async () => {
  const main = await readFile(path.join(await ensureBuilt(), 'main.js'), 'utf8');
  expect(main).toMatch(/\bimport\("@opentelemetry\/api"\)/);
  expect(main).not.toMatch(/^import .*@opentelemetry/m);
});
