// An answer whose body is read from a stream, as fast as the client takes it.
import type { Readable } from 'node:stream';
import type { OpenAnswer, StreamEvents } from './answer.ts';

/** A reader that takes nothing for this time is disconnected, ms (rule LIMIT-8). */
const STUCK_MS = 20_000;

/** Writes the text of a stream with an encoding. One part at most waits for the reader. */
export const textStream =
  (text: Readable, stuckMs = STUCK_MS) =>
  (out: OpenAnswer): StreamEvents => {
    let stuck: NodeJS.Timeout | undefined;
    const wait = (): void => {
      stuck = setTimeout(() => {
        out.close();
      }, stuckMs);
    };
    text.on('data', (part: string) => {
      if (out.write(part)) return;
      text.pause();
      wait();
    });
    text.on('end', () => {
      out.finish();
    });
    // The status is sent: only the cut tells the client.
    text.on('error', () => {
      out.close();
    });
    return {
      closed() {
        clearTimeout(stuck);
        text.destroy();
      },
      writable(left) {
        clearTimeout(stuck);
        if (left > 0) wait();
        else text.resume();
      },
    };
  };
