// Converts the zod schemas of the wire to JSON Schema for the documents. The documents have no schemas of their own.
import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };
/** Schemas by their names in a document. */
export type NamedSchemas = Readonly<Record<string, z.ZodType>>;

export type SchemaOptions = {
  /** `input`: requests, before transforms. `output`: answers. */
  readonly io: 'input' | 'output';
  /** OpenAPI 3.1 uses draft 2020-12, AsyncAPI 3.0 uses draft 7. */
  readonly target: 'draft-2020-12' | 'draft-7';
};

export const SCHEMAS_AT = '#/components/schemas/';
export const schemaRef = (name: string): JsonSchema => ({ $ref: SCHEMAS_AT + name });

type Mutable = Record<string, unknown>;

/** Converts each schema. A named schema inside another one becomes a `$ref` to `#/components/schemas/NAME`. */
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

/** Removes or corrects details of zod's output that would confuse readers of the document. */
function tidy(zodSchema: z.core.$ZodTypes, json: Mutable, io: SchemaOptions['io']): void {
  // These bounds come from JavaScript, not from the schema.
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  // JSON Schema cannot express the pattern's flag `i`. The format says the same.
  if (json['format'] === 'uuid') delete json['pattern'];
  // Answers may get new fields, and clients must ignore unknown ones.
  if (io === 'output' && json['additionalProperties'] === false) delete json['additionalProperties'];
  const { def } = zodSchema._zod;
  // zod omits the default if a preprocess step comes first.
  if (def.type === 'default') json['default'] ??= def.defaultValue;
  // Keys of a JSON object are always strings.
  if (def.type === 'record' && sameJson(json['propertyNames'], { type: 'string' })) delete json['propertyNames'];
}

const sameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The names of the schemas that a part of a document references. */
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

/** The schemas that `part` references, directly or through others. */
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
