// What a client finds where nothing passes.
import type { FetchLike, SocketEvent } from '../../protocol/client/link.ts';

/** A WebSocket that never opens. */
export class BlockedSocket {
  readonly readyState = 3;
  send(): void {}
  close(): void {}
  addEventListener(type: string, listener: (event: SocketEvent) => void): void {
    if (type === 'close') queueMicrotask(() => listener({ type, code: 1006 }));
  }
}

/** Waits until the request is given up, and then rejects. */
export const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('aborted'));
    });
  });

/** A server that never answers. */
export const silentFetch: FetchLike = (_, { signal }) => untilAborted(signal);
