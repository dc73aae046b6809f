// The event streams of each channel. uWebSockets.js publishes to WebSockets only, so streams have topics of their own.
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import { inTurns } from '../ops/turns.ts';

/** A stream that takes the published frames of its channel. */
export type StreamReader = {
  /** Keeps a frame for the next `flush`. */
  readonly publish: (frame: string) => void;
  /** Writes the kept frames. */
  readonly flush: () => void;
};

export type StreamTopics = ReturnType<typeof openStreamTopics>;

export function openStreamTopics() {
  const readers = new Map<AnyChannel, Set<StreamReader>>();
  /** Readers with frames that are not written yet. */
  const due = new Set<StreamReader>();
  let isWriting = false;

  function* writes(): Generator<void, void> {
    try {
      for (const reader of due) {
        due.delete(reader);
        reader.flush();
        yield;
      }
    } finally {
      // Here, not after the promise of the work: a frame that is published before it resolves must be written too.
      isWriting = false;
    }
  }

  /** A write to each of thousands of streams takes long, so it is done in turns (rule OPS-18). A slow node writes several frames at once. */
  async function writeDue(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    await inTurns(writes());
  }

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
      if (all === undefined) return;
      for (const reader of all) {
        reader.publish(frame);
        due.add(reader);
      }
      void writeDue();
    },
  };
}
