// Parses the JSON body of a request: returns a checked value, or throws 422 with the exact places (rule REQ-2).
import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import type { Detail } from '../../../protocol/rest/problem.ts';
import { overfullMember } from '../../ops/json-values.ts';
import { invalid } from '../../ops/problem.ts';
import type { Exchange } from './exchange.ts';
import { jsonSyntaxError } from './json-syntax.ts';

/** Values that a body may have, in all its lists and objects. No request of a client needs as many (rule LIMIT-15). */
const VALUES_MAX = 10_000;

/** The body as any JSON value. Throws Problem 413, or 422 if it is not JSON. */
export const readJson = async (exchange: Exchange): Promise<unknown> => jsonOf(textOf(await exchange.body()));

/** The body, parsed by the schema. Throws Problem 413 or 422. */
export const readBody = async <T extends z.ZodType>(exchange: Exchange, schema: T): Promise<z.infer<T>> =>
  checked(smallJsonOf(await exchange.body()), schema).parsed;

/** The body as it was sent, if the schema accepts it. Throws Problem 413 or 422. */
export const readAccepted = async (exchange: Exchange, schema: z.ZodType): Promise<Readonly<Record<string, unknown>>> =>
  checked(smallJsonOf(await exchange.body()), schema).given;

function smallJsonOf(bytes: Buffer): unknown {
  const text = textOf(bytes);
  const path = overfullMember(bytes, VALUES_MAX);
  if (path !== null) throw invalid([{ path, message: `The body has more than ${VALUES_MAX} values.` }]);
  return jsonOf(text);
}

function jsonOf(text: string): unknown {
  if (text.trim() === '') throw invalid([{ path: '', message: 'The body is empty: send a JSON object.' }]);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalid([{ path: '', message: jsonSyntaxError(text) }], 'The body is not valid JSON.');
  }
}

function checked<T extends z.ZodType>(value: unknown, schema: T) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid([{ path: '', message: 'Must be a JSON object.' }]);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(detailsOf(parsed.error.issues));
  return { parsed: parsed.data, given: value as Readonly<Record<string, unknown>> };
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw invalid([{ path: '', message: 'The body is not UTF-8.' }], 'The body is not valid JSON.');
  const text = bytes.toString('utf8');
  // A byte order mark is not part of the text.
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

type Issue = z.core.$ZodIssue;

/** The details of the issues, each once: a place with a message that says what the value must be. */
export const detailsOf = (issues: readonly Issue[]): Detail[] => [
  ...new Map(allDetails(issues, []).map((detail) => [`${detail.path}\n${detail.message}`, detail])).values(),
];

const allDetails = (issues: readonly Issue[], at: readonly PropertyKey[]): Detail[] =>
  issues.flatMap((issue) => {
    const path = [...at, ...issue.path];
    if (issue.code === 'invalid_union' && issue.message === 'Invalid input') return unionDetails(issue, path);
    if (issue.code === 'invalid_key')
      return [{ path: pathText(path), message: issue.issues[0]?.message ?? issue.message }];
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: pathText([...path, key]), message: 'Unknown field.' }));
    return [{ path: pathText(path), message: messageOf(issue) }];
  });

/** Reports the issues of the union member whose type fits. If none fits, the message names all types. */
function unionDetails(issue: Extract<Issue, { code: 'invalid_union' }>, path: readonly PropertyKey[]): Detail[] {
  const isOtherType = (branch: readonly Issue[]): boolean =>
    branch.some((inner) => inner.code === 'invalid_type' && inner.path.length === 0);
  const meant = issue.errors.find((branch) => !isOtherType(branch));
  if (meant) return allDetails(meant, path);
  const types = issue.errors.flatMap((branch) =>
    branch.flatMap((inner) => ('expected' in inner ? [inner.expected] : [])),
  );
  return [{ path: pathText(path), message: `Must be ${[...new Set(types)].map(named).join(' or ')}.` }];
}

function messageOf(issue: Issue): string {
  // A message written in the schema says more than the type.
  if (issue.code !== 'invalid_type' || !issue.message.startsWith('Invalid input')) return issue.message;
  return issue.message.endsWith('received undefined')
    ? `Is required: ${named(issue.expected)}.`
    : `Must be ${named(issue.expected)}.`;
}

const named = (type: string): string => {
  if (type === 'record') return 'an object';
  if (type === 'int') return 'a whole number';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
};

/** `goals[0].team` */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
