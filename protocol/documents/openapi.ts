// Builds the OpenAPI 3.1 document from the table of endpoints and the schemas. The router uses the same table, so the
// document describes exactly the served endpoints.
import type { z } from 'zod';
import { type JsonSchema, jsonSchemas, neededBy, schemaRef } from './json-schema.ts';
import { CONNECT_PATH, connectPathItem } from '../rest/connect.ts';
import { dataFileSchema } from '../data-file/data-file.ts';
import { goalInput } from '../rest/game-result.ts';
import { operationSecurity, securitySchemes } from './openapi-security.ts';
import type { AccessRule, Endpoint } from '../rest/endpoint.ts';
import { endpoints } from '../rest/endpoints.ts';
import { managedAnswers } from '../rest/managed.ts';
import { exampleOfProblem } from './problem-examples.ts';
import { examples } from './rest-examples.ts';
import { webhookMessageExample } from './webhook-examples.ts';
import { parameterWords, statusWords, summaryOfDocument, tagWords, webhookHeaders, words } from './descriptions.ts';
import { API_VERSION } from '../wire/version.ts';
import { capitalized } from './capitalized.ts';

type Part = Readonly<Record<string, unknown>>;
export type OpenApiDocument = Part & { readonly paths: Readonly<Record<string, Readonly<Record<string, Part>>>> };

const tagOf = ({ tag, access }: Endpoint): keyof typeof tagWords => tag ?? tagsByAccess[access];
const tagsByAccess: Readonly<Record<AccessRule, keyof typeof tagWords>> = {
  account: 'Account',
  club: 'Clubs and games',
  tournament: 'Tournaments',
  match: 'Match markers',
  channel: 'Live',
  admin: 'Administration',
  public: 'Public',
};

/** The request that a webhook gets. */
const webhookOperation: Part = {
  operationId: 'receiveWebhookMessage',
  summary: 'A message of a webhook, to your address',
  description: words['receiveWebhookMessage'],
  tags: ['Webhooks'],
  security: [],
  parameters: Object.entries(webhookHeaders).map(([name, about]) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
    ...about,
  })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemaRef('WebhookMessage'), example: webhookMessageExample } },
  },
  responses: {
    '2XX': { description: 'The message is taken. Every other answer, also a redirect, is a failed attempt.' },
    '410': { description: 'No more messages: the webhook is paused.' },
  },
};

const table: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints);

/** Returns the document. `baseUrl`: the address of the service, without a slash at the end. */
export function openApiDocument(baseUrl: string): OpenApiDocument {
  const { refOf, schemas } = describedSchemas();
  const paths: Record<string, Record<string, Part>> = {};
  for (const [name, endpoint] of table)
    for (const path of endpoint.paths)
      (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(name, endpoint, path, refOf);
  const used = new Set(table.map(([, endpoint]) => tagOf(endpoint)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Touchline',
      version: API_VERSION,
      summary: 'Match data and live scoring',
      description: summaryOfDocument,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this service', url: `${baseUrl}/api/docs` },
    },
    servers: [{ url: baseUrl }],
    externalDocs: { url: `${baseUrl}/api/docs`, description: 'The guide' },
    tags: [...used].map((tag) => ({ name: tag, description: tagWords[tag] })),
    paths: { ...paths, [CONNECT_PATH]: connectPathItem },
    webhooks: { message: { post: webhookOperation } },
    components: {
      schemas: neededBy([paths, webhookOperation], schemas),
      headers: { ...rateLimitHeaders, ...pageHeaders },
      securitySchemes,
    },
  };
}

/** Schemas with a transform. They have no JSON Schema as an answer, so they have no `id` of their own. */
const TRANSFORMED = {
  DataFile: dataFileSchema,
  GoalInput: goalInput,
  ManagedGame: managedAnswers.game,
  ManagedMember: managedAnswers.member,
  ManagedJunior: managedAnswers.junior,
  ManagedTeam: managedAnswers.team,
  ManagedPlayer: managedAnswers.player,
  ManagedMatch: managedAnswers.match,
};

type RefOf = (schema: z.ZodType) => JsonSchema;

/** Every schema of the table by its name. A schema of both requests and answers appears as the request has it. */
function describedSchemas(): { readonly refOf: RefOf; readonly schemas: Readonly<Record<string, JsonSchema>> } {
  const bodies: Record<string, z.ZodType> = { ...TRANSFORMED };
  const names = new Map(Object.entries(bodies).map(([name, schema]) => [schema, name]));
  const answers: Record<string, z.ZodType> = {};
  const add = (to: Record<string, z.ZodType>, schema: z.ZodType, derived: string): void => {
    if (names.has(schema)) return;
    const name = schema.meta()?.id ?? derived;
    names.set(schema, name);
    to[name] = schema;
  };
  for (const [name, { body, query, answers: byStatus }] of table) {
    const title = capitalized(name);
    if (body) add(bodies, body, `${title}Body`);
    if (query) add(bodies, query, `${title}Query`);
    for (const schema of Object.values(byStatus)) if (!isNothing(schema)) add(answers, schema, `${title}Answer`);
  }
  const inputs = jsonSchemas(bodies, { io: 'input', target: 'draft-2020-12' });
  return {
    refOf(schema) {
      const name = names.get(schema);
      if (name === undefined) throw new Error('A schema of the table has no name.');
      return schemaRef(name);
    },
    schemas: {
      ...jsonSchemas(answers, { io: 'output', target: 'draft-2020-12' }),
      ...neededBy(Object.keys(bodies).map(schemaRef), inputs),
    },
  };
}

/** Whether an answer has no body. */
const isNothing = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

/** The second path of an endpoint is its legacy one. */
const isLegacy = ({ paths }: Endpoint, path: string): boolean => paths.indexOf(path) > 0;

function operation(name: string, endpoint: Endpoint, path: string, refOf: RefOf): Part {
  const { summary, body, answers } = endpoint;
  const legacy = isLegacy(endpoint, path);
  const about = [
    words[name],
    legacy ? `Legacy path: the token decides the resource. Explicit path: \`${endpoint.paths[0] ?? ''}\`.` : '',
  ].filter((sentence) => sentence !== undefined && sentence !== '');
  return {
    operationId: legacy ? `${name}Legacy` : name,
    summary: legacy ? `${summary} (legacy path)` : summary,
    ...(about.length === 0 ? {} : { description: about.join('\n\n') }),
    tags: [tagOf(endpoint)],
    security: operationSecurity(endpoint, legacy),
    parameters: [...pathParameters(path), ...queryParameters(endpoint), ...headerParameters(endpoint)],
    ...(body ? { requestBody: requestBody(name, refOf(body)) } : {}),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, schema]) => [
        status,
        response(name, endpoint, Number(status), isNothing(schema) ? null : refOf(schema)),
      ]),
    ),
  };
}

const json = (schema: JsonSchema, shown: Part = {}): Part => ({ 'application/json': { schema, ...shown } });

function pathParameters(path: string): Part[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(parameterWords[name] ?? { schema: { type: 'string' } }),
  }));
}

function queryParameters({ query }: Endpoint): Part[] {
  if (!query) return [];
  const { Query } = jsonSchemas({ Query: query }, { io: 'input', target: 'draft-2020-12' });
  const required = new Set(Query?.['required'] as readonly string[] | undefined);
  return Object.entries((Query?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>).map(
    ([name, schema]) => ({ name, in: 'query', required: required.has(name), ...parameterWords[name], schema }),
  );
}

/** The request headers that an endpoint reads. */
const headerParameters = ({ answers, isStream, isIdempotentByKey }: Endpoint): Part[] => {
  const names = [
    ...(304 in answers ? ['If-None-Match'] : []),
    ...(412 in answers ? ['If-Match'] : []),
    ...(isIdempotentByKey ? ['Idempotency-Key'] : []),
    ...(isStream ? ['Last-Event-ID'] : []),
  ];
  return names.map((name) => ({ name, in: 'header', required: false, ...parameterWords[name] }));
};

function requestBody(name: string, schema: JsonSchema): Part {
  const shown = Object.entries(examples[name]?.bodies ?? {}).map(([summary, value]): [string, Part] => [
    summary.replaceAll(/\W+/g, '-').toLowerCase(),
    { summary, value },
  ]);
  return { required: true, content: json(schema, shown.length === 0 ? {} : { examples: Object.fromEntries(shown) }) };
}

const text = { schema: { type: 'string' } };

const rateLimitHeaders = {
  'RateLimit-Policy': {
    description:
      'The limit that counts: its name, the requests (`q`) and the seconds (`w`) that they last; without `w`, at the same time. ' +
      '`requests`: this token; `bad-credentials`, with 429 only: the address of the client. A 429 names the limit that is used up.',
    schema: { type: 'string', example: '"requests";q=2000;w=2' },
  },
  RateLimit: {
    description: 'What is left of it: requests (`r`) that may follow at once; after `t` seconds all of them may again.',
    schema: { type: 'string', example: '"requests";r=1999;t=1' },
  },
};
const pageHeaders = {
  'X-Total-Count': { description: 'The number of entries on all pages.', schema: { type: 'integer' }, example: 42 },
  Link: {
    description: 'The other pages (RFC 8288): `next`, `prev`, `first` and `last`, where they exist.',
    schema: { type: 'string' },
    example: '<?limit=20&page=2>; rel="next", <?limit=20&page=3>; rel="last"',
  },
};
const headerRefs = (names: readonly string[]): Part =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const limitRefs = headerRefs(Object.keys(rateLimitHeaders));

/**
 * Whether an answer has `RateLimit` headers. Answers before the credential is known, and answers to the admin token, have none.
 */
const tellsLimits = ({ access }: Endpoint, status: number): boolean =>
  status === 429 || (access !== 'admin' && access !== 'public' && ![400, 401, 501].includes(status));

/** JSON, or the events of a stream. */
function contentOf({ isStream }: Endpoint, status: number, schema: JsonSchema, example: unknown): Part {
  const shown = example === undefined ? {} : { example };
  return isStream === true && status === 200 ? { 'text/event-stream': { schema, ...shown } } : json(schema, shown);
}

function response(name: string, endpoint: Endpoint, status: number, schema: JsonSchema | null): Part {
  const { answers } = endpoint;
  const isKept = 304 in answers && (status === 200 || status === 304);
  const headers = {
    ...(isKept
      ? { ETag: { description: 'Identifies this version of the answer. Send it as If-None-Match.', ...text } }
      : {}),
    ...(status === 429 || status === 503
      ? { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } }
      : {}),
    ...(tellsLimits(endpoint, status) ? limitRefs : {}),
    ...(status === 200 ? headerRefs(endpoint.pageHeaders ?? []) : {}),
    ...(status === 401 ? { 'WWW-Authenticate': { description: 'The scheme: Bearer.', ...text } } : {}),
  };
  const example = status >= 400 ? exampleOfProblem(name, status) : examples[name]?.answers[status];
  return {
    description: statusWords[status] ?? `Status ${status}.`,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(schema === null ? {} : { content: contentOf(endpoint, status, schema, example) }),
  };
}
