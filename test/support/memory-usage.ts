// Asks a process for its memory, by V8's inspector.
import { WebSocket } from 'ws';

/** Bytes: resident memory, V8's heap, the used part of the heap, and the buffers beside it. */
type MemoryUsage = {
  readonly rss: number;
  readonly heapTotal: number;
  readonly heapUsed: number;
  readonly external: number;
};

/** Collects garbage in the process whose standard error names its inspector, and asks for its memory. */
export async function memoryUsageOf(errors: string): Promise<MemoryUsage> {
  const url = /ws:\/\/\S+/.exec(errors)?.[0];
  if (url === undefined) throw new Error(`No inspector: ${errors}`);
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const expression = 'JSON.stringify(process.memoryUsage())';
  try {
    return await new Promise<MemoryUsage>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('open', () => {
        socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
        socket.send(JSON.stringify({ id: 2, method: 'HeapProfiler.collectGarbage' }));
        socket.send(JSON.stringify({ id: 3, method: 'Runtime.evaluate', params: { expression } }));
      });
      socket.on('message', (message: Buffer) => {
        const { id, result } = JSON.parse(message.toString()) as {
          id: number;
          result: { result?: { value?: string } };
        };
        if (id === 3) resolve(JSON.parse(result.result?.value ?? 'null') as MemoryUsage);
      });
    });
  } finally {
    socket.close();
  }
}
