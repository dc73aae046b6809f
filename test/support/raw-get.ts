// A GET that keeps the body as it was sent; `fetch` decompresses it.
import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { holdToContract } from './contract.ts';

export type RawAnswer = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
};

export async function rawRequest(url: string, path: string, headers: Record<string, string>): Promise<RawAnswer> {
  const raw = await new Promise<RawAnswer>((resolve, reject) => {
    const request = http.get(new URL(path, url), { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) });
      });
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
  holdToContract('GET', path, raw.status, parsed(raw));
  return raw;
}

const unpack: Readonly<Record<string, (body: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

function parsed({ headers, body }: RawAnswer): unknown {
  if (body.length === 0) return undefined;
  const plain = unpack[headers['content-encoding'] ?? '']?.(body) ?? body;
  return JSON.parse(plain.toString());
}
