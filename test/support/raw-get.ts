// A GET whose body comes as it was sent: `fetch` decompresses.
import http from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { holdToContract } from './contract.ts';

export type RawAnswer = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
};

export function rawRequest(url: string, path: string, headers: Record<string, string>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.get(new URL(path, url), { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const raw = { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) };
        try {
          holdToContract('GET', path, raw.status, parsed(raw));
          resolve(raw);
        } catch (error) {
          reject(error);
        }
      });
      answer.on('error', reject);
    });
    request.on('error', reject);
  });
}

const unpack: Readonly<Record<string, (body: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

function parsed({ headers, body }: RawAnswer): unknown {
  if (body.length === 0) return undefined;
  const plain = unpack[headers['content-encoding'] ?? '']?.(body) ?? body;
  return JSON.parse(plain.toString());
}
