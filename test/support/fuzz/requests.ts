// Requests made from docs/openapi.json and mutated: paths, queries, bodies, each kind of credential.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc, { type Arbitrary } from 'fast-check';
import type { Kind } from './kind.ts';
import { jsonText, mutated, ODD_TEXTS } from './odd-values.ts';
import { MARKER_IDS, resolverOf, type Schema, valueOf } from './schema-values.ts';
import { check, send } from './send.ts';

type Parameter = { readonly name: string; readonly in: string; readonly schema: Schema };
type Operation = {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
};
type OpenApi = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const docs = path.resolve(import.meta.dirname, '../../../docs');
const document = JSON.parse(readFileSync(path.join(docs, 'openapi.json'), 'utf8')) as OpenApi;
const resolve = resolverOf(document);

type FuzzRequest = {
  readonly method: string;
  readonly path: string;
  /** Kind of credential, or the text of a header. */
  readonly credential: string;
  readonly header: string | null;
  readonly body: string | null;
  /** Statuses that the document names. */
  readonly documented: readonly number[];
};

/** Statuses that any address may answer, documented or not: a mutated path may be another path. */
const ALWAYS = [400, 401, 403, 404, 405, 413, 414, 422, 429, 431];

/** Segments of paths in the world. */
const SEGMENTS: Readonly<Record<string, readonly string[]>> = {
  club_slug: ['riverside-fc', 'riverside-fc', 'riverside-fc', 'riverside-fc', 'hilltop', 'nowhere'],
  tournament_slug: ['autumn-cup', 'autumn-cup', 'autumn-cup', 'autumn-cup', 'spring-cup', 'house-league'],
  slug: ['sunday-5s', 'three-teams', 'away-day', 'won'],
  match_id: ['701', '702', '703', '801'],
  channel: ['game:100', 'match:701', 'club:riverside-fc', 'tournament:autumn-cup', 'game:123'],
};
const ODD_SEGMENTS = [
  '%00',
  '%ff',
  '%ed%a0%80',
  '%',
  '%zz',
  '..',
  '.',
  '%2e%2e',
  '%2f',
  '-1',
  '0',
  '1e3',
  '2147483648',
  '99999999999999999999',
  'x'.repeat(6_000),
  '*',
  ';',
  '%F0%9F%91%8D',
];

const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const oddText = fc.constantFrom(...ODD_TEXTS.map((text) => encoded(text.slice(0, 1_500))));

/** What these operations may delete: no user, game or match that other cases need. */
const DELETED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  eraseUser: { id: ['987001', '987002'] },
  deleteGame: { slug: ['away-day'] },
  deleteMatch: { match_id: ['703', '801'] },
};

const segment = (operation: Operation, name: string): Arbitrary<string> => {
  const good = DELETED[operation.operationId]?.[name] ?? SEGMENTS[name] ?? MARKER_IDS;
  return fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...good) }, fc.constantFrom(...ODD_SEGMENTS));
};

function pathOf(template: string, operation: Operation): Arbitrary<string> {
  const parts = template
    .split('/')
    .map((part) => (part.startsWith('{') ? segment(operation, part.slice(1, -1)) : fc.constant(part)));
  return fc.tuple(...parts).map((chosen) => chosen.join('/'));
}

/** One query parameter, or null: left out. */
const queryPart = ({ name, schema }: Parameter): Arbitrary<string | null> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: valueOf(schema, resolve).map((value) => `${name}=${encoded(String(value))}`) },
    oddText.map((text) => `${name}=${text}`),
    oddText.map((text) => `${name}=1&${name}=${text}&${text}`),
  );

const HEADERS = [
  '',
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  `Bearer ${'x'.repeat(6_000)}`,
  'Bearer \u00ff\u00fe',
  'bearer a b c',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
  'Bearer tlv_eyJhbGciOiJIUzI1NiJ9.e30.AAAA',
  'Bearer tlk_',
  'Digest',
  '\u00e9',
];
const CREDENTIALS = [
  'app',
  'adminApp',
  'memberApp',
  'club',
  'clubApp',
  'otherClub',
  'tournament',
  'tournamentApp',
  'league',
  'view',
  'revoked',
  'admin',
  'moderatorApp',
];

/** A credential of each scheme that reaches most of the world. */
const OF_SCHEME: Readonly<Record<string, string>> = {
  connectedApp: 'app',
  clubKey: 'club',
  tournamentKey: 'tournament',
  viewToken: 'view',
  adminToken: 'admin',
};

const named = (names: readonly string[]) =>
  fc.constantFrom(...names).map((name) => ({ credential: name, header: null }));

function credentialOf({ security = [] }: Operation): Arbitrary<Pick<FuzzRequest, 'credential' | 'header'>> {
  const fitting = security.flatMap((scheme) => Object.keys(scheme)).flatMap((scheme) => OF_SCHEME[scheme] ?? []);
  return fc.oneof(
    { weight: 8, arbitrary: named(fitting.length === 0 ? ['none'] : fitting) },
    { weight: 2, arbitrary: named(CREDENTIALS) },
    { weight: 1, arbitrary: fc.constantFrom(...HEADERS).map((header) => ({ credential: 'none', header })) },
  );
}

function requestOf(template: string, method: string, operation: Operation): Arbitrary<FuzzRequest> {
  const queries = (operation.parameters ?? []).filter((one) => one.in === 'query').map(queryPart);
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body = schema === undefined ? fc.constant(null) : jsonText(mutated(valueOf(schema, resolve)));
  const documented = Object.keys(operation.responses)
    .map(Number)
    .filter((status) => status < 500);
  return fc
    .tuple(pathOf(template, operation), fc.tuple(...queries), credentialOf(operation), body)
    .map(([base, parts, who, text]) => {
      const query = parts.filter((part) => part !== null).join('&');
      return {
        method: method.toUpperCase(),
        path: query === '' ? base : `${base}?${query}`,
        ...who,
        body: text,
        documented,
      };
    });
}

/** The data file has a kind of its own. */
const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
  Object.entries(methods)
    .filter(([, { operationId }]) => operationId !== 'importData')
    .map(([method, operation]) => requestOf(template, method, operation)),
);

export const requests: Kind<FuzzRequest> = {
  name: 'requests',
  input: fc.oneof(...operations),
  async run(target, { method, path: address, credential: who, header, body, documented }) {
    const authorization = header ?? `Bearer ${target.tokens[who] ?? ''}`;
    const answer = await send(target, {
      method,
      path: address,
      headers: {
        ...(authorization === '' ? {} : { authorization }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      body,
    });
    check(answer, new Set([...documented, ...ALWAYS]));
    return { statuses: [String(answer.status)], slowestMs: answer.ms };
  },
  describe: (input) => JSON.stringify(input),
};
