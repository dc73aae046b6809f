// Asks a process for its memory, by V8's inspector.
import { WebSocket } from 'ws';

/**
 * Bytes. `used`: the resident memory without the free part of V8's heap, which V8 takes and gives back when it likes.
 * `heapUsed`: the used part of that heap.
 */
export type Memory = { readonly used: number; readonly heapUsed: number };

type Usage = { readonly rss: number; readonly heapTotal: number; readonly heapUsed: number };

const EXPRESSION = 'JSON.stringify(process.memoryUsage())';

/** Collects garbage in the process whose standard error names its inspector, and asks for its memory. */
export async function memoryOf(errors: string): Promise<Memory> {
  const url = /ws:\/\/\S+/.exec(errors)?.[0];
  if (url === undefined) throw new Error(`No inspector: ${errors}`);
  const socket = new WebSocket(url, { perMessageDeflate: false });
  try {
    return await new Promise<Memory>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('open', () => {
        socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
        socket.send(JSON.stringify({ id: 2, method: 'HeapProfiler.collectGarbage' }));
        socket.send(JSON.stringify({ id: 3, method: 'Runtime.evaluate', params: { expression: EXPRESSION } }));
      });
      socket.on('message', (message: Buffer) => {
        const { id, result } = JSON.parse(message.toString()) as {
          id: number;
          result: { result?: { value?: string } };
        };
        if (id !== 3) return;
        const { rss, heapTotal, heapUsed } = JSON.parse(result.result?.value ?? 'null') as Usage;
        resolve({ used: rss - heapTotal + heapUsed, heapUsed });
      });
    });
  } finally {
    socket.close();
  }
}
