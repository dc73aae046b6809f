// What the list of changes says about two documents, as a table.
import { expect, it } from 'vitest';
import { changesBetween } from '../../../protocol/documents/changes.ts';

const operation = (more: object = {}): object => ({
  security: [{ key: [] }],
  parameters: [],
  responses: { 200: {} },
  ...more,
});
const document = (paths: object, schemas: object = {}): object => ({ paths, components: { schemas } });
const game = (properties: object, required: readonly string[] = []): object => ({
  Game: { type: 'object', properties, required },
});
const text = { type: 'string' };

it.each<readonly [what: string, before: object, after: object, changes: readonly string[]]>([
  ['nothing', document({ '/a': { get: operation() } }), document({ '/a': { get: operation({ summary: 'x' }) } }), []],
  ['an operation', document({}), document({ '/a': { get: operation() } }), ['New operation `GET /a`.']],
  ['its end', document({ '/a': { get: operation() } }), document({}), ['Removed operation `GET /a`.']],
  [
    'a credential less, a parameter and a status more',
    document({ '/a': { get: operation({ security: [{ key: [] }, { view: [] }] }) } }),
    document({ '/a': { get: operation({ parameters: [{ name: 'page' }], responses: { 200: {}, 422: {} } }) } }),
    [
      '`GET /a`: credentials no longer with view.',
      '`GET /a`: parameters now with page.',
      '`GET /a`: statuses now with 422.',
    ],
  ],
  [
    'deprecation',
    document({ '/a': { get: operation() } }),
    document({ '/a': { get: operation({ deprecated: true }) } }),
    ['`GET /a`: deprecated now with yes.'],
  ],
  ['a field', document({}, game({})), document({}, game({ title: text })), ['New field `Game.title`.']],
  ['a schema, told once', document({}), document({}, game({ title: text })), ['New schema `Game`.']],
  [
    'a required field',
    document({}, game({ title: text })),
    document({}, game({ title: text }, ['title'])),
    ['`Game.title`: required now with yes.'],
  ],
  [
    'a type and a value',
    document({}, game({ title: text, kind: { enum: ['a'] } })),
    document({}, game({ title: { anyOf: [text, { type: 'null' }] }, kind: { enum: ['a', 'b'] } })),
    ['`Game.title`: types now with null.', '`Game.kind`: values now with b.'],
  ],
  [
    'a field of a list',
    document({}, game({ all: { items: {} } })),
    document({}, game({ all: { items: { properties: { a: text } } } })),
    ['New field `Game.all[].a`.'],
  ],
])('%s', (_, before, after, changes) => {
  expect(changesBetween(before, after)).toEqual(changes);
});
