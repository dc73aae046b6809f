// Frames made from docs/asyncapi.json and mutated, each followed by a good ping, which must be answered unless the server has
// closed the connection with one of its codes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { CLOSE } from '../../../protocol/wire/close-codes.ts';
import { downFrameSchema } from '../../../protocol/wire/down.ts';
import type { Kind } from './kind.ts';
import { jsonText, mutated } from './odd-values.ts';
import { resolverOf, valueOf } from './schema-values.ts';
import type { Target } from './target.ts';

const docs = path.resolve(import.meta.dirname, '../../../docs');
const resolve = resolverOf(JSON.parse(readFileSync(path.join(docs, 'asyncapi.json'), 'utf8')));
const FRAMES = ['AuthFrame', 'SubscribeFrame', 'UnsubscribeFrame', 'PingFrame'];

export const frameText = jsonText(
  mutated(fc.oneof(...FRAMES.map((name) => valueOf(resolve(`#/components/schemas/${name}`), resolve))), 2),
);

/** `open`: none in the handshake; an `auth` frame may follow. */
const CREDENTIALS = ['app', 'club', 'tournament', 'view', 'clubApp', 'adminApp', 'open', 'open', 'admin', 'revoked'];

export type Frames = { readonly credential: string; readonly texts: readonly string[] };

const PATIENCE_MS = 12_000;
const CODES: readonly number[] = Object.values(CLOSE);
const LAST = 'the last ping';

export const frames: Kind<Frames> = {
  name: 'frames',
  input: fc.record({
    credential: fc.constantFrom(...CREDENTIALS),
    texts: fc.array(frameText, { minLength: 1, maxLength: 12 }),
  }),
  async run(target, { credential, texts }) {
    const began = performance.now();
    const end = await talk(
      target,
      credential === 'none' ? 'a-key-of-nobody' : (target.tokens[credential] ?? ''),
      texts,
    );
    return { statuses: [end], slowestMs: performance.now() - began };
  },
  describe: (input) => JSON.stringify(input),
};

/** Sends all texts, then a ping. Resolves to `pong`, the close code, or the status of a refused handshake. */
function talk({ host, port, nextAddress }: Target, token: string | null, texts: readonly string[]): Promise<string> {
  const socket = new WebSocket(`ws://${host}:${port}/api/v1/live`, {
    headers: {
      'x-forwarded-for': nextAddress(),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    perMessageDeflate: false,
  });
  return new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`Neither a pong nor a close within ${PATIENCE_MS} ms.`));
      socket.terminate();
    }, PATIENCE_MS);
    const done = (end: string): void => {
      clearTimeout(timer);
      resolve(end);
      socket.terminate();
    };
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
      socket.terminate();
    };
    socket.once('open', () => {
      for (const text of texts) socket.send(text);
      socket.send(JSON.stringify({ type: 'ping', ref: LAST }));
    });
    socket.on('message', (message: Buffer) => {
      try {
        const frame = downFrameSchema.parse(JSON.parse(message.toString()));
        if (frame.type === 'pong' && frame.ref === LAST) done('pong');
      } catch (error) {
        fail(new Error(`No frame of the protocol: ${message.toString().slice(0, 300)}`, { cause: error }));
      }
    });
    socket.once('close', (code) => {
      if (CODES.includes(code)) done(String(code));
      else fail(new Error(`The connection was closed with ${code}.`));
    });
    socket.once('unexpected-response', (_request, { statusCode = 0 }) => {
      if (statusCode < 500) done(String(statusCode));
      else fail(new Error(`The handshake was answered ${statusCode}.`));
    });
    socket.once('error', fail);
  });
}
