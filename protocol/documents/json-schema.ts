// Converts the zod schemas of the wire to JSON Schema for the documents. The documents have no schemas of their own.
import { z } from 'zod';

export type JsonSchema = { readonly [key: string]: unknown };
/** Schemas by their names in a document. */
export type NamedSchemas = Readonly<Record<string, z.ZodType>>;

type SchemaOptions = {
  /** `input`: requests, before transforms. `output`: answers. */
  readonly io: 'input' | 'output';
  /** OpenAPI 3.1 uses draft 2020-12, AsyncAPI 3.0 uses draft 7. */
  readonly target: 'draft-2020-12' | 'draft-7';
};

export const SCHEMAS_AT = '#/components/schemas/';
export const schemaRef = (name: string): JsonSchema => ({ $ref: SCHEMAS_AT + name });

type Mutable = Record<string, unknown>;

/**
 * Converts these schemas and all that have a name of their own (`.meta({ id })`). A named schema inside another one becomes
 * a `$ref` to `#/components/schemas/NAME`.
 */
export function jsonSchemas(named: NamedSchemas, { io, target }: SchemaOptions): Record<string, JsonSchema> {
  const registry = z.registry<{ id?: string }>();
  const renamed = new Set<unknown>(Object.values(named));
  for (const [id, schema] of z.globalRegistry._idmap) if (!renamed.has(schema)) registry.add(schema, { id });
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
  const { def } = zodSchema._zod;
  // These bounds of a whole number come from JavaScript. With a lower bound of its own it keeps the upper one.
  const isBounded = def.checks?.some(({ _zod }) => _zod.def.check === 'greater_than') ?? false;
  if (json['minimum'] === Number.MIN_SAFE_INTEGER && !isBounded) {
    delete json['minimum'];
    if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  }
  // JSON Schema cannot express the pattern's flag `i`. The format says the same.
  if (json['format'] === 'uuid') delete json['pattern'];
  // Answers may get new fields, and clients must ignore unknown ones.
  if (io === 'output' && json['additionalProperties'] === false) delete json['additionalProperties'];
  // zod omits the default if a preprocess step comes first.
  if (def.type === 'default') json['default'] ??= def.defaultValue;
  // Keys of a JSON object are always strings.
  const isAnyText = JSON.stringify(json['propertyNames']) === '{"type":"string"}';
  if (def.type === 'record' && isAnyText) delete json['propertyNames'];
}

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

/** The schemas that `part` references, directly or through others, by name. */
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
  return Object.fromEntries([...needed].sort().map((name) => [name, schemas[name] ?? {}]));
}
