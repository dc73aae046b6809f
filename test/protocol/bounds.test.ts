// Every text, list and number of every body, query and frame has a bound, and the documents say it (rule LIMIT-15).
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asyncApiDocument } from '../../protocol/documents/asyncapi.ts';
import { type JsonSchema, jsonSchemas } from '../../protocol/documents/json-schema.ts';
import { openApiDocument } from '../../protocol/documents/openapi.ts';
import type { Endpoint } from '../../protocol/rest/endpoint.ts';
import { endpoints } from '../../protocol/rest/endpoints.ts';

type Schema = JsonSchema;
type Schemas = Readonly<Record<string, Schema>>;
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? value : [value]).filter(isSchema);

/** A pattern that matches no long text: anchored, without `*`, `+` and `{n,}` outside of character classes. */
const isBoundedPattern = (pattern: unknown): boolean =>
  typeof pattern === 'string' && /^\^.*\$$/.test(pattern) && !/[*+]|,\}/.test(pattern.replace(/\[[^\]]*\]|\\./g, ''));

/** The fault of one schema by itself; null without one. */
function faultOf(schema: Schema): string | null {
  if ('const' in schema || 'enum' in schema) return null;
  const types = [schema['type']].flat();
  if (types.includes('string') && schema['maxLength'] === undefined && !isBoundedPattern(schema['pattern'])) {
    return 'text without a length';
  }
  if (types.includes('array') && schema['maxItems'] === undefined) return 'list without maxItems';
  if (types.includes('number') || types.includes('integer')) {
    const hasLeast = schema['minimum'] !== undefined || schema['exclusiveMinimum'] !== undefined;
    if (!hasLeast || schema['maximum'] === undefined) return 'number without bounds';
  }
  const isRecord = types.includes('object') && isSchema(schema['additionalProperties']) && !schema['properties'];
  if (isRecord && Object.keys(schema['additionalProperties'] as Schema).length > 0 && !schema['maxProperties']) {
    return 'record without maxProperties';
  }
  const isAnything = ['type', 'anyOf', 'oneOf', 'allOf', '$ref'].every((key) => schema[key] === undefined);
  return isAnything ? 'no type' : null;
}

/** The places of a schema, and of all that it refers to, that have no bound. */
function unbounded(schema: Schema, named: Schemas, at: string, seen = new Set<unknown>()): string[] {
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    const name = ref.split('/').at(-1) ?? '';
    if (seen.has(name)) return [];
    seen.add(name);
    return unbounded(named[name] ?? {}, named, name, seen);
  }
  const fault = faultOf(schema);
  const inner = [
    ...Object.entries((schema['properties'] ?? {}) as Schemas).map(([key, of]) => [`${at}.${key}`, of] as const),
    ...schemasIn(schema['items']).map((of) => [`${at}[]`, of] as const),
    ...schemasIn(schema['additionalProperties']).map((of) => [`${at}.*`, of] as const),
    ...schemasIn(schema['propertyNames']).map((of) => [`${at} (key)`, of] as const),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => schemasIn(schema[key]).map((of) => [at, of] as const)),
  ];
  return [
    ...(fault === null ? [] : [`${at}: ${fault}`]),
    ...inner.flatMap(([place, of]) =>
      Object.keys(of).length === 0 && place.endsWith('.*') ? [] : unbounded(of, named, place, seen),
    ),
  ];
}

type Operation = {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
};
const openApi = openApiDocument('http://localhost:8080') as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
};
const operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
);

describe('rule LIMIT-15: bounds', () => {
  it.each(operations)('%s has a bound for all that it takes', (name, { requestBody, parameters = [] }) => {
    const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      unbounded(schema, openApi.components.schemas, 'body'),
    );
    const queries = parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap((parameter) => unbounded(parameter.schema, openApi.components.schemas, parameter.name));
    expect([...bodies, ...queries], name).toEqual([]);
  });

  it('each body and query of the table is in the document', () => {
    const described = operations.filter(([, { requestBody }]) => requestBody).length;
    const table: readonly Endpoint[] = Object.values(endpoints);
    expect(described).toBe(table.flatMap(({ body, paths }) => (body ? paths : [])).length);
    for (const { query, method, paths } of table) {
      const given = openApi.paths[paths[0] ?? '']?.[method.toLowerCase()]?.parameters ?? [];
      if (query) expect(given.filter((parameter) => parameter.in === 'query')).not.toEqual([]);
    }
  });

  it.each(['AuthFrame', 'SubscribeFrame', 'UnsubscribeFrame', 'PingFrame'])('a %s has a bound for all', (name) => {
    const { components } = asyncApiDocument('http://localhost:8080') as unknown as {
      readonly components: { readonly schemas: Schemas };
    };
    expect(components.schemas[name]).toBeDefined();
    expect(unbounded(components.schemas[name] ?? {}, components.schemas, name)).toEqual([]);
  });

  it.each([
    [z.object({ a: z.string() }), 'Body.a: text without a length'],
    [z.object({ a: z.string().regex(/^a+$/) }), 'Body.a: text without a length'],
    [z.object({ a: z.array(z.boolean()) }), 'Body.a: list without maxItems'],
    [z.object({ a: z.number().min(0) }), 'Body.a: number without bounds'],
    [z.object({ a: z.number().max(3) }), 'Body.a: number without bounds'],
    [z.object({ a: z.record(z.string().max(3), z.boolean()) }), 'Body.a: record without maxProperties'],
    [z.object({ a: z.object({ b: z.string().nullish() }).array().max(2) }), 'Body.a[].b: text without a length'],
    [z.object({ a: z.unknown() }), 'Body.a: no type'],
  ])('the walk finds what has none (%#)', (schema, fault) => {
    const { Body = {} } = jsonSchemas({ Body: schema }, { io: 'input', target: 'draft-2020-12' });
    expect(unbounded(Body, {}, 'Body')).toEqual([fault]);
  });
});
