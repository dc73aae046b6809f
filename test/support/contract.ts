// Compares answers with the OpenAPI document. A key that the document does not have is a fault.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type OpenApiDocument, openApiDocument } from '../../protocol/documents/openapi.ts';

type Json = Record<string, unknown>;

export type Contract = {
  /** The faults of an answer; none for a path that the document does not describe. */
  faultsOf(method: string, address: string, status: number, body: unknown): string[];
  /** The faults of a request body; `address` may be a path template. */
  faultsOfBody(method: string, address: string, body: unknown): string[];
};

/** An address with its parameters filled. */
export const ask = (address: string): string => address.replaceAll(/\{\w+\}/g, '1');

/** The same schemas with `additionalProperties: false`. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inner && !('additionalProperties' in inner) && inner['type'] === 'object'
    ? { ...inner, additionalProperties: false }
    : inner;
}

/** Compiles each schema of the document when it is first needed. */
export function openContract(document: OpenApiDocument): Contract {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  // One schema holds all the others, so that each is compiled once, when it is first needed.
  ajv.addSchema({ $id: 'doc', components: closed(document['components']) });
  const compiled = new Map<string, ValidateFunction>();
  const paths = Object.entries(document.paths).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
    path,
    methods,
  }));
  // Literal paths come before templates: `/tournaments/{slug}` also matches other paths.
  paths.sort((one, other) => other.path.replaceAll(/\{\w+\}/g, '').length - one.path.replaceAll(/\{\w+\}/g, '').length);

  const methodsAt = (address: string) => {
    const path = new URL(address, 'http://localhost').pathname;
    return paths.find(({ pattern, path: described }) => pattern.test(path) || described === address)?.methods;
  };
  const operationAt = (method: string, address: string): Json | undefined => methodsAt(address)?.[method.toLowerCase()];

  function faults(content: unknown, body: unknown): string[] {
    // Each answer has one media type: JSON, or an event stream.
    const [media] = Object.values(content as Record<string, { schema: { $ref: string } }>);
    if (media === undefined) throw new Error('The document has no media type for an answer.');
    const { schema } = media;
    const validate = compiled.get(schema.$ref) ?? ajv.compile({ $ref: `doc${schema.$ref}` });
    compiled.set(schema.$ref, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  }

  return {
    faultsOf(method, address, status, body) {
      const methods = methodsAt(address);
      if (!methods) return [];
      const operation = methods[method.toLowerCase()];
      // A method that the document does not have for a path is answered with an Error.
      if (!operation) return status === 405 ? faults(anError, body) : [`The document has no ${method} here.`];
      const responses = operation['responses'] as Record<string, { content?: unknown }>;
      const response = responses[status];
      if (!response) return [`The document knows no answer ${status}.`];
      if (!response.content) return body === undefined ? [] : ['The document says that there is no body.'];
      return faults(response.content, body);
    },
    faultsOfBody(method, address, body) {
      const sent = operationAt(method, address)?.['requestBody'] as { content: unknown } | undefined;
      return sent ? faults(sent.content, body) : ['The document knows no body.'];
    },
  };
}

const anError = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

let shared: Contract | null = null;

/** Throws when an answer is not as the OpenAPI document says. */
export function holdToContract(method: string, address: string, status: number, body: unknown): void {
  shared ??= openContract(openApiDocument('http://localhost'));
  const found = shared.faultsOf(method, address, status, body);
  if (found.length === 0) return;
  const said = body === undefined ? 'no body' : JSON.stringify(body).slice(0, 2_000);
  throw new Error(
    `${method} ${address} answered ${status} otherwise than the OpenAPI document says:\n${found.join('\n')}\n${said}`,
  );
}
