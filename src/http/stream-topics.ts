// The event streams of each channel. uWebSockets.js publishes to WebSockets only, so streams have topics of their own.
import type { AnyChannel } from '../../protocol/wire/ids.ts';

/** A stream that takes the published frames of its channel. */
export type StreamReader = { readonly send: (frame: string) => boolean };

export type StreamTopics = ReturnType<typeof openStreamTopics>;

export function openStreamTopics() {
  const readers = new Map<AnyChannel, Set<StreamReader>>();
  return {
    subscribe(channel: AnyChannel, reader: StreamReader): void {
      readers.set(channel, (readers.get(channel) ?? new Set()).add(reader));
    },
    unsubscribe(channel: AnyChannel, reader: StreamReader): void {
      const left = readers.get(channel);
      left?.delete(reader);
      if (left?.size === 0) readers.delete(channel);
    },
    publish(channel: AnyChannel, frame: string): void {
      const all = readers.get(channel);
      if (all) for (const reader of [...all]) reader.send(frame);
    },
  };
}
