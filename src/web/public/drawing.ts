// Draws pictures in a thread of its own. The thread starts with the first picture and ends when there is nothing to draw.
import { Worker } from 'node:worker_threads';
import { Problem } from '../../ops/problem.ts';

export type Drawing = {
  /** The PNG of an SVG. Throws Problem 503 when too many wait, and Error when the thread fails. */
  readonly draw: (svg: string) => Promise<Buffer>;
};

/** Pictures that wait for the thread. One takes about a tenth of a second. */
export const WAITING_MAX = 20;
/** The thread has its font and the library in memory, about 30 MB: it ends when it had nothing to do for this time, ms. */
const IDLE_MS = 60_000;

type Waiting = { readonly resolve: (png: Buffer) => void; readonly reject: (error: Error) => void };
/** As the thread sends it. */
type Drawn = { readonly id: number; readonly png?: Uint8Array; readonly failed?: string };

export function openDrawing(): Drawing {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let nextId = 1;

  function started(): Worker {
    if (thread !== null) return thread;
    const starting = new Worker(new URL('./picture-thread.mjs', import.meta.url));
    // It must not keep a process alive that has nothing else to do.
    starting.unref();
    starting.on('message', drawn);
    starting.on('error', (error) => end(starting, error instanceof Error ? error : new Error(String(error))));
    starting.on('exit', (code) => end(starting, new Error(`The thread that draws pictures ended with ${code}.`)));
    thread = starting;
    return starting;
  }

  function drawn({ id, png, failed }: Drawn): void {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (png !== undefined) asker?.resolve(Buffer.from(png));
    else asker?.reject(new Error(`A picture could not be drawn: ${failed ?? 'no reason was given'}`));
    if (waiting.size === 0) idle = setTimeout(() => void thread?.terminate(), IDLE_MS).unref();
  }

  function end(which: Worker, error: Error): void {
    if (thread !== which) return;
    thread = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return {
    draw(svg) {
      if (waiting.size >= WAITING_MAX) return Promise.reject(tooManyPictures());
      clearTimeout(idle);
      const id = nextId;
      nextId += 1;
      const drawing = new Promise<Buffer>((resolve, reject) => waiting.set(id, { resolve, reject }));
      started().postMessage({ id, svg });
      return drawing;
    },
  };
}

const tooManyPictures = (): Problem =>
  new Problem(503, 'Too many pictures are being drawn.', {
    code: 'busy',
    hint: 'Ask for this picture again after Retry-After seconds.',
    headers: { 'retry-after': '2' },
  });
