// Values that a JSON schema of our documents describes: mostly valid, and about the records of the world, so that they reach
// the code behind the validation.
import fc, { type Arbitrary } from 'fast-check';
import { ADMIN_TOKEN, TOKENS } from '../world/tokens.ts';
import { openRandom } from '../cluster/random.ts';

export type Schema = {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
};

const random = openRandom(1);
/** The ids of all markers, so that they repeat and so that what is stored stays small. */
export const MARKER_IDS: readonly string[] = Array.from({ length: 64 }, () => random.uuid());

const MINUTE_MS = 60_000;
/** A time around now, ISO 8601, to the minute. */
const someTime = fc
  .integer({ min: -300, max: 120 })
  .map((minutes) => new Date(Date.now() + minutes * MINUTE_MS).toISOString());

const CHANNELS = [
  'game:100',
  'game:101',
  'game:110',
  'match:701',
  'match:702',
  'match:801',
  'club:riverside-fc',
  'tournament:autumn-cup',
  'game:999',
];
const channel = fc.constantFrom(...CHANNELS);
const player = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }).map(String));

/** What fields of these names hold in the world. */
const KNOWN: Readonly<Record<string, Arbitrary<unknown>>> = {
  id: fc.constantFrom(...MARKER_IDS),
  timestamp: someTime,
  match_id: fc.constantFrom<unknown>('100_0', '101_0', '101_1', '101_2', '701', 701, null),
  primary_player_pc_id: player,
  secondary_player_pc_id: player,
  user_id: player,
  team: fc.constantFrom<unknown>('home', 'away', '1', '2', 1, 2),
  minute: fc.constantFrom<unknown>('12', '45+2', "90'+4'", 45, '120+1', 'HT'),
  label: fc.constantFrom('own goal', 'o.g.', 'Pogba', 'Corner', 'Trollåog'),
  token: fc.constantFrom(TOKENS.app, TOKENS.club, TOKENS.revoked, ADMIN_TOKEN, 'x'),
  channel,
  channels: fc.array(channel, { minLength: 1, maxLength: 4 }),
};

/** A UUID has 36 characters. */
const LONGEST_PATTERN = 36;

const leastOf = (schema: Schema): number => schema.minimum ?? (schema.exclusiveMinimum ?? -2) + 1;

function ofType(type: string | undefined, schema: Schema, resolve: (ref: string) => Schema): Arbitrary<unknown> {
  if (type === 'integer' || type === 'number')
    return fc.integer({
      min: leastOf(schema),
      max: Math.max(leastOf(schema), Math.min(schema.maximum ?? 1_000_000, 1_000_000)),
    });
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array')
    return fc.array(valueOf(schema.items ?? {}, resolve), { minLength: schema.minItems ?? 0, maxLength: 4 });
  if (type === 'object' || schema.properties) return objectOf(schema, resolve);
  if (schema.format === 'uuid') return fc.constantFrom(...MARKER_IDS);
  if (schema.format === 'date-time') return someTime;
  // fast-check knows no lookahead: such strings are drawn without their pattern.
  if (schema.pattern !== undefined && !/\(\?[=!]/.test(schema.pattern))
    return fc.stringMatching(new RegExp(schema.pattern), { maxLength: LONGEST_PATTERN });
  if (type === 'string') return fc.string({ unit: 'grapheme', maxLength: Math.min(schema.maxLength ?? 20, 20) });
  return fc.jsonValue({ maxDepth: 1 });
}

function objectOf(schema: Schema, resolve: (ref: string) => Schema): Arbitrary<unknown> {
  if (!schema.properties && typeof schema.additionalProperties === 'object')
    return fc.dictionary(
      valueOf(schema.propertyNames ?? { type: 'string' }, resolve).map(String),
      valueOf(schema.additionalProperties, resolve),
      {
        maxKeys: 4,
      },
    );
  const { properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(([name, inner]) => [name, fieldOf(name, inner, resolve)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

function fieldOf(name: string, schema: Schema, resolve: (ref: string) => Schema): Arbitrary<unknown> {
  const known = KNOWN[name];
  return known === undefined
    ? valueOf(schema, resolve)
    : fc.oneof({ weight: 4, arbitrary: known }, valueOf(schema, resolve));
}

/** Values that are valid by `schema`. `resolve` finds what a `$ref` names. */
export function valueOf(schema: Schema, resolve: (ref: string) => Schema): Arbitrary<unknown> {
  if (schema.$ref !== undefined) return valueOf(resolve(schema.$ref), resolve);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valueOf(choice, resolve)));
  if (typeof schema.type === 'object') return fc.oneof(...schema.type.map((type) => ofType(type, schema, resolve)));
  return ofType(schema.type, schema, resolve);
}

/** Finds a `$ref` such as `#/components/schemas/Marker` in a document. */
export const resolverOf =
  (document: unknown) =>
  (ref: string): Schema =>
    ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Schema;
