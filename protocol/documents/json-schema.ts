// The zod schemas of the wire as JSON Schema, for the documents that describe it. Pure: no document keeps a schema of its own.
import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };
/** Schemas by the names that they have in a document. */
export type NamedSchemas = Readonly<Record<string, z.ZodType>>;

export type SchemaOptions = {
  /** `input`: what is sent to us, before transforms; `output`: what we answer. */
  readonly io: 'input' | 'output';
  /** OpenAPI 3.1 speaks draft 2020-12, AsyncAPI 3.0 draft 7. */
  readonly target: 'draft-2020-12' | 'draft-7';
};

export const SCHEMAS_AT = '#/components/schemas/';
export const schemaRef = (name: string): JsonSchema => ({ $ref: SCHEMAS_AT + name });

type Mutable = Record<string, unknown>;

/** Each schema by its name; where one stands within another, a `$ref` to `#/components/schemas/NAME` takes its place. */
export function jsonSchemas(named: NamedSchemas, { io, target }: SchemaOptions): Record<string, JsonSchema> {
  const registry = z.registry<{ id?: string }>();
  for (const [name, schema] of Object.entries(named)) registry.add(schema, { id: name });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (name) => SCHEMAS_AT + name,
    io,
    target,
    override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema as Mutable, io),
  });
  const entries = Object.entries(schemas as Record<string, Mutable>);
  return Object.fromEntries(
    entries.map(([name, { $schema: _draft, $id: _place, ...schema }]): [string, JsonSchema] => [name, schema]),
  );
}

/** What zod says of a schema that a reader need not know, or must hear otherwise. */
function tidy(zodSchema: z.core.$ZodTypes, json: Mutable, io: SchemaOptions['io']): void {
  // The bounds of every JavaScript integer say nothing about this one.
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  // A pattern's flags are lost on the way, and this one's matters; the format says the same.
  if (json['format'] === 'uuid') delete json['pattern'];
  // We may answer more tomorrow: whoever reads must let pass what is new.
  if (io === 'output' && json['additionalProperties'] === false) delete json['additionalProperties'];
  const { def } = zodSchema._zod;
  // zod leaves the default out where a text is turned into a number first.
  if (def.type === 'default') json['default'] ??= def.defaultValue;
  // Keys of a JSON object are text anyway.
  if (def.type === 'record' && sameJson(json['propertyNames'], { type: 'string' })) delete json['propertyNames'];
}

const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The names of the schemas that a part of a document refers to. */
export function referredTo(part: unknown): Set<string> {
  const names = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value))
      if (key === '$ref' && typeof inner === 'string' && inner.startsWith(SCHEMAS_AT))
        names.add(inner.slice(SCHEMAS_AT.length));
      else look(inner);
  };
  look(part);
  return names;
}

/** Of these schemas those that `part` needs, directly or by way of others. */
export function neededBy(part: unknown, schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const needed = new Set<string>();
  const add = (names: Iterable<string>): void => {
    for (const name of names) {
      if (needed.has(name)) continue;
      needed.add(name);
      add(referredTo(schemas[name]));
    }
  };
  add(referredTo(part));
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name)));
}
