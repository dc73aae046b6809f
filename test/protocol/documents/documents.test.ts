// The documents of the interface: complete, and equal to the schemas they come from.
import { describe, expect, test } from 'vitest';
import { asyncApiDocument } from '../../../protocol/documents/asyncapi.ts';
import { downFrameSchema } from '../../../protocol/wire/down.ts';
import { frameExamples } from '../../../protocol/documents/frame-examples.ts';
import { referredTo } from '../../../protocol/documents/json-schema.ts';
import { APP_NAME_MAX, CONNECT_PATH, REDIRECT_URI_MAX, STATE_MAX } from '../../../protocol/rest/connect.ts';
import { openApiDocument } from '../../../protocol/documents/openapi.ts';
import type { Endpoint } from '../../../protocol/rest/endpoint.ts';
import { endpoints } from '../../../protocol/rest/endpoints.ts';
import { examples } from '../../../protocol/documents/rest-examples.ts';
import { upFrameSchema } from '../../../protocol/wire/up.ts';
import { ask, type Contract, openContract } from '../../support/contract.ts';

const BASE = 'https://scores.example';
const openapi = openApiDocument(BASE);
const asyncapi = asyncApiDocument(BASE);
const contract: Contract = openContract(openapi);
const table: [string, Endpoint][] = Object.entries(endpoints);
const operations = Object.entries(openapi.paths).flatMap(([address, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ address, method, operation: operation as Operation })),
);

type Shown = { example?: unknown; examples?: Record<string, { value: unknown }> };
type Operation = {
  operationId: string;
  security: Record<string, unknown>[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: { 'application/json': Shown } };
  responses: Record<string, { content?: Record<string, Shown>; headers?: Record<string, unknown> }>;
};

/** Fails the test when the document does not have the operation. */
const operationOf = (address: string, method = 'get'): Operation => {
  const found = operations.find((each) => each.address === address && each.method === method.toLowerCase());
  if (found === undefined) throw new Error(`The document has no ${method} ${address}.`);
  return found.operation;
};

describe('the AsyncAPI document: titles', () => {
  test('name every schema, each once, so that generators make no anonymous types', () => {
    const titles: string[] = [];
    const visit = (value: unknown, isSchema: boolean): void => {
      if (typeof value !== 'object' || value === null) return;
      const schema = value as Record<string, unknown>;
      if (isSchema && !('$ref' in schema)) titles.push(String(schema['title']));
      for (const [key, inner] of Object.entries(schema)) {
        if (key === 'properties') for (const one of Object.values(inner as object)) visit(one, true);
        else if (['anyOf', 'oneOf', 'allOf'].includes(key)) for (const one of inner as unknown[]) visit(one, true);
        else if (['items', 'additionalProperties', 'propertyNames'].includes(key)) visit(inner, true);
      }
    };
    for (const schema of Object.values(asyncapi.components.schemas)) visit(schema, true);
    expect(titles.length).toBeGreaterThan(100);
    expect(titles).not.toContain('undefined');
    expect(new Set(titles).size).toBe(titles.length);
  });
});

describe('the OpenAPI document', () => {
  test('says of every operation how its limits are told', () => {
    const limits = ['RateLimit', 'RateLimit-Policy'];
    for (const [name, { method, paths, access }] of table)
      for (const address of paths) {
        const { responses } = operationOf(address, method);
        const told = (status: number): readonly string[] => Object.keys(responses[status]?.headers ?? {});
        expect([name, told(429)]).toEqual([name, ['Retry-After', 'RateLimit-Policy', 'RateLimit']]);
        const isCounted = access !== 'admin' && access !== 'public';
        for (const status of Object.keys(responses)
          .map(Number)
          .filter((each) => each < 300 || each === 304)) {
          expect([name, status, limits.every((limit) => told(status).includes(limit))]).toEqual([
            name,
            status,
            isCounted,
          ]);
        }
        expect(told(401)).toEqual(['WWW-Authenticate']);
      }
  });

  test('has every path of both families with every method, status and body of the table, and nothing else', () => {
    const described = operations
      .map(({ address, method }) => `${method.toUpperCase()} ${address}`)
      // A page; its test is below.
      .filter((operation) => operation !== `GET ${CONNECT_PATH}`)
      .sort();
    const served = table.flatMap(([, { method, paths }]) => paths.map((address) => `${method} ${address}`)).sort();
    expect(described).toEqual(served);
    expect(served.length).toBeGreaterThanOrEqual(32);
    for (const [name, { method, paths, answers, body }] of table)
      for (const address of paths) {
        const operation = operationOf(address, method);
        expect(Object.keys(operation.responses), name).toEqual(Object.keys(answers));
        expect(operation.requestBody !== undefined, name).toBe(body !== undefined);
        const withBody = Object.entries(operation.responses).filter(([, { content }]) => content !== undefined);
        const expected = Object.keys(operation.responses).filter((status) => status !== '304');
        expect(
          withBody.map(([status]) => status),
          name,
        ).toEqual(expected);
      }
  });

  test('has the connection flow with its parameters and limits', () => {
    const { parameters, security, responses } = operationOf(CONNECT_PATH);
    expect(parameters).toMatchObject([
      { name: 'app_name', required: true, schema: { maxLength: APP_NAME_MAX } },
      { name: 'redirect_uri', required: true, schema: { maxLength: REDIRECT_URI_MAX } },
      { name: 'state', required: false, schema: { maxLength: STATE_MAX } },
    ]);
    expect(security).toEqual([]);
    expect(Object.keys(responses)).toEqual(['200', '303', '400', '403', '503']);
  });

  test('names each operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('names the parameters of each path and the credentials of each operation', () => {
    for (const { address, operation } of operations) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(inPath).toEqual([...address.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
    const kinds = (address: string, method = 'get') =>
      operationOf(address, method).security.flatMap((one) => Object.keys(one));
    expect(kinds('/api/v1/resources')).toEqual(['connectedApp']);
    expect(kinds('/api/v1/club')).toEqual(['clubKey']);
    expect(kinds('/api/v1/clubs/{club_slug}')).toEqual(['connectedApp', 'clubKey']);
    expect(kinds('/api/v1/tournament')).toEqual(['tournamentKey']);
    expect(kinds('/api/v1/live/{channel}')).toContain('viewToken');
    expect(kinds('/api/v1/view_tokens', 'post')).not.toContain('viewToken');
    expect(kinds('/api/admin/export')).toEqual(['adminToken']);
  });

  test('says what the query of past games takes', () => {
    const { parameters } = operationOf('/api/v1/club/past_games');
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'limit',
        in: 'query',
        schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
      }),
    );
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'page',
        in: 'query',
        schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
      }),
    );
  });

  test.for(table)('%s has an example of each body and each answer, and its schemas accept them', ([name, endpoint]) => {
    if (endpoint.body) expect(Object.keys(examples[name]?.bodies ?? {}), 'bodies').not.toEqual([]);
    for (const [summary, body] of Object.entries(examples[name]?.bodies ?? {})) {
      expect(endpoint.body?.safeParse(body), summary).toMatchObject({ success: true });
      expect(contract.faultsOfBody(endpoint.method, endpoint.paths[0] ?? '', body), summary).toEqual([]);
    }
    for (const address of endpoint.paths) {
      const { responses } = operationOf(address, endpoint.method);
      for (const [status, { content }] of Object.entries(responses)) {
        if (content === undefined) continue;
        const [media] = Object.values(content);
        const example = media?.example;
        expect(example, `${status} has an example`).toBeDefined();
        expect(endpoint.answers[Number(status)]?.safeParse(example), status).toMatchObject({ success: true });
        expect(contract.faultsOf(endpoint.method, ask(address), Number(status), example)).toEqual([]);
      }
    }
  });

  test('a wrong document does not pass the contract: an unknown key, a wrong type and an unknown status are faults', () => {
    const address = '/api/v1/club/players';
    const good = examples['listClubPlayers']?.answers[200] as { club: string; players: object[] };
    expect(contract.faultsOf('GET', address, 200, good)).toEqual([]);
    expect(contract.faultsOf('GET', address, 200, { ...good, extra: 1 })).toEqual([expect.stringContaining('extra')]);
    const [player] = good.players;
    const odd = { ...good, players: [{ ...player, jersey_number: '9' }] };
    expect(contract.faultsOf('GET', address, 200, odd)).not.toEqual([]);
    expect(contract.faultsOf('GET', address, 200, { ...good, players: [{ ...player, mood: 'good' }] })).not.toEqual([]);
    expect(contract.faultsOf('GET', address, 201, good)).not.toEqual([]);
    expect(contract.faultsOf('GET', address, 304, undefined)).toEqual([]);
    expect(contract.faultsOf('GET', address, 304, {})).not.toEqual([]);
    expect(contract.faultsOf('GET', address, 500, { error: 'No.' })).toEqual([]);
    expect(contract.faultsOf('GET', address, 500, { message: 'No.' })).not.toEqual([]);
    expect(contract.faultsOf('GET', address, 405, { error: 'No.' })).not.toEqual([]);
    expect(contract.faultsOf('PUT', address, 405, { error: 'No.' })).toEqual([]);
    expect(contract.faultsOf('PUT', address, 405, { message: 'No.' })).not.toEqual([]);
    expect(contract.faultsOf('PUT', address, 200, good)).not.toEqual([]);
    expect(contract.faultsOf('GET', '/somewhere/else', 200, { any: 1 })).toEqual([]);
  });
});

describe('the AsyncAPI document', () => {
  const frames = [...upFrameSchema.options, ...downFrameSchema.options].map((schema) => schema.shape.type.value);

  test('has every frame of both directions, each with examples that its schema accepts', () => {
    expect(Object.keys(asyncapi.components.messages).sort()).toEqual([...frames].sort());
    for (const frame of frames) {
      const shown = frameExamples[frame] ?? [];
      expect(shown.length, frame).toBeGreaterThan(0);
      const schema = upFrameSchema.options.some(({ shape }) => shape.type.value === frame)
        ? upFrameSchema
        : downFrameSchema;
      for (const payload of shown) expect(schema.safeParse(payload), frame).toMatchObject({ success: true });
    }
  });

  test('has only references that exist', () => {
    const { schemas } = asyncapi.components;
    expect([...referredTo(asyncapi)].filter((name) => !(name in schemas))).toEqual([]);
    expect([...referredTo(openapi)].length).toBeGreaterThan(30);
  });
});
