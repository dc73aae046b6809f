// Every change of the wire is noticed: the hash of its schemas is the last line of its history.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { channelStateSchema } from '../../../protocol/wire/board.ts';
import { canonicalJson } from '../../../protocol/wire/canonical-json.ts';
import { CLOSE } from '../../../protocol/wire/close-codes.ts';
import { downFrameSchema } from '../../../protocol/wire/down.ts';
import { channelSchema, feedPattern, matchPattern } from '../../../protocol/wire/ids.ts';
import { upFrameSchema } from '../../../protocol/wire/up.ts';
import { LIVE_PROTOCOL } from '../../../protocol/wire/version.ts';
import { wireHistory } from '../../../protocol/wire/history.ts';

/** Without names and descriptions: they are for readers of the documents and change nothing on the wire. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): unknown =>
  z.toJSONSchema(schema, { io, metadata: z.registry(), reused: 'inline', unrepresentable: 'any' });

const wire = {
  protocol: LIVE_PROTOCOL,
  up: schemaOf(upFrameSchema, 'input'),
  down: schemaOf(downFrameSchema, 'output'),
  state: schemaOf(channelStateSchema, 'output'),
  channel: schemaOf(channelSchema, 'input'),
  channelPatterns: [matchPattern.source, feedPattern.source],
  closeCodes: CLOSE,
};
const hashOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 16);

describe('the history of the wire', () => {
  const newest = wireHistory.at(-1);

  test('ends with the hash of the current schemas', () => {
    const hash = hashOf(wire);
    expect(
      newest?.hash,
      `The wire changed: add a line to protocol/wire/history.ts with the hash '${hash}' and a few words on what a client ` +
        'sees of the change. (When only the version of zod changed, replace the hash of the last line.)',
    ).toBe(hash);
    expect(newest?.protocol, 'The last line of protocol/wire/history.ts must have the current LIVE_PROTOCOL.').toBe(
      LIVE_PROTOCOL,
    );
  });

  test('has a different hash and a reason in each line', () => {
    expect(new Set(wireHistory.map(({ hash }) => hash)).size).toBe(wireHistory.length);
    expect(wireHistory.filter(({ change }) => change.trim() === '')).toEqual([]);
  });

  const frame = z.object({ type: z.literal('ping'), t: z.number().optional() });
  const changes: Readonly<Record<string, z.ZodType>> = {
    'a field that is renamed': z.object({ type: z.literal('ping'), time: z.number().optional() }),
    'a field that becomes required': z.object({ type: z.literal('ping'), t: z.number() }),
    'a type that changes': z.object({ type: z.literal('ping'), t: z.number().int().optional() }),
    'a value that is added': z.object({ type: z.enum(['ping', 'pong']), t: z.number().optional() }),
  };
  test.for(Object.entries(changes))('notices %s', ([, changed]) => {
    expect(hashOf(schemaOf(changed, 'input'))).not.toBe(hashOf(schemaOf(frame, 'input')));
  });

  test('ignores names and descriptions', () => {
    const described = z
      .object({ type: z.literal('ping'), t: z.number().describe('ms').optional() })
      .meta({ id: 'Named' });
    expect(hashOf(schemaOf(described, 'input'))).toBe(hashOf(schemaOf(frame, 'input')));
  });
});
