// Gives every schema of a document a title: generators name their types by it, and call the others "anonymous".
import type { JsonSchema } from './json-schema.ts';
import { capitalized } from './capitalized.ts';

const pascal = (name: string): string => name.split('_').map(capitalized).join('');

/** The schema with a title, and with titles in all schemas inside it, made of its name and theirs. References keep theirs. */
export function titled(name: string, schema: JsonSchema): JsonSchema {
  if ('$ref' in schema) return schema;
  return Object.fromEntries([
    ['title', name],
    ...Object.entries(schema).map(([key, value]): [string, unknown] => [key, titledPart(name, key, value)]),
  ]);
}

function titledPart(name: string, key: string, value: unknown): unknown {
  if (key === 'properties' && isSchema(value))
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => [
        field,
        isSchema(inner) ? titled(name + pascal(field), inner) : inner,
      ]),
    );
  if ((key === 'anyOf' || key === 'oneOf' || key === 'allOf') && Array.isArray(value))
    return value.map((inner: unknown, index) => (isSchema(inner) ? titled(`${name}Option${index + 1}`, inner) : inner));
  if (key === 'items' && isSchema(value)) return titled(`${name}Item`, value);
  if (key === 'additionalProperties' && isSchema(value)) return titled(`${name}Value`, value);
  if (key === 'propertyNames' && isSchema(value)) return titled(`${name}Key`, value);
  return value;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
