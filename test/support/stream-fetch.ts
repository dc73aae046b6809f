// A fetch whose answers may be endless: the one of the tests reads each answer to its end, to compare it with the documents.
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import type { BodyReader, FetchLike } from '../../protocol/client/link.ts';

export const streamFetch: FetchLike = (url, { headers, signal }) =>
  new Promise((resolve, reject) => {
    // Like a browser it takes what is compressed.
    const all = { ...headers, 'accept-encoding': 'gzip' };
    const request = get(url, { headers: all, signal, agent: false }, (answer) => {
      const isPacked = answer.headers['content-encoding'] === 'gzip';
      const content = isPacked ? answer.pipe(createGunzip({ flush: constants.Z_SYNC_FLUSH })) : answer;
      const header = (name: string): string | null => {
        const value = answer.headers[name.toLowerCase()];
        return value === undefined ? null : String(value);
      };
      resolve({
        status: answer.statusCode ?? 0,
        headers: { get: header },
        body: { getReader: () => Readable.toWeb(content).getReader() as BodyReader },
        text: () => text(content),
      });
    });
    request.once('error', reject);
  });
