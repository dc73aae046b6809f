// The messages between nodes. Each message is checked when it arrives, because its sender may be a node of another version.
import { z } from 'zod';
import { parseChannel, type FeedRef, type MatchRef } from '../../protocol/wire/ids.ts';
import type { Change } from '../match/command.ts';

const matchRefSchema = z.custom<MatchRef>((ref) => typeof ref === 'string' && /^(game|match):\d+$/.test(ref));
const feedRefSchema = z.custom<FeedRef>((ref) => {
  const parsed = typeof ref === 'string' ? parseChannel(ref) : null;
  return parsed?.kind === 'club' || parsed?.kind === 'tournament';
});
const causesSchema = z.array(z.custom<Change['cause'][number]>(isObject)).readonly();
/** As in `match_log`, which is trusted too. Only the fields that decide the order of changes are checked. */
const changeSchema = z.custom<Change>(
  (change) => isObject(change) && Number.isSafeInteger(change['seq']) && Number.isFinite(change['at']),
);
const position = { seq: z.number().int().nonnegative(), at: z.number() };

const messageSchema = z.discriminatedUnion('kind', [
  z.object({
    /** A match has moved. Sent on the topic of the match. */
    kind: z.literal('moved'),
    ref: matchRefSchema,
    epoch: z.string(),
    /** Its position now. */
    ...position,
    /** Its position before `changes`. */
    after: z.object(position),
    /** Null when they are too long for a message: nodes that need them read the log. */
    changes: z.array(changeSchema).readonly().nullable(),
  }),
  z.object({
    /** A match of a feed has moved. Sent on the topic of the feed, for nodes without the match in memory. */
    kind: z.literal('feed_changed'),
    feed: feedRefSchema,
    ref: matchRefSchema,
    ...position,
    cause: causesSchema,
  }),
  /** What is on air at a match has changed. Sent on the topic of its channel; the database has it. */
  z.object({ kind: z.literal('aired'), ref: matchRefSchema }),
  /** Tokens, roles or rights have changed: cached permissions are not valid any more. */
  z.object({ kind: z.literal('rights') }),
  /** The number of requests of each caller on one node within the last second (rule LIMIT-1). */
  z.object({ kind: z.literal('spent'), requests: z.record(z.string(), z.number().int().positive()) }),
  /** The viewers of each channel on one node. `node`: any id, the same for all messages of a process. */
  z.object({
    kind: z.literal('viewers'),
    node: z.string().max(36),
    counts: z.record(z.string(), z.number().int().positive()),
  }),
  /** A data file was applied: all data may have changed, including rights. */
  z.object({ kind: z.literal('data') }),
]);

/** `sentAt`: ms since 1970. `trace`: the `traceparent` of the write that caused the message, where the sender traces. */
export const envelopeSchema = z.object({
  sentAt: z.number(),
  message: messageSchema,
  trace: z.string().max(55).optional(),
});

export type Message = z.infer<typeof messageSchema>;
export type Moved = Extract<Message, { kind: 'moved' }>;
export type ViewerCounts = Omit<Extract<Message, { kind: 'viewers' }>, 'kind'>;
export type FeedChanged = Extract<Message, { kind: 'feed_changed' }>;

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
