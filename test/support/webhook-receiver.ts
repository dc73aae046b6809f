// A server that receives messages of webhooks, for tests.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { WebhookMessage } from '../../protocol/rest/webhook.ts';

export type Received = {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly message: WebhookMessage;
};

export type Receiver = {
  readonly url: string;
  /** All messages so far, each attempt. */
  readonly received: readonly Received[];
  /** Resolves when so many messages have come. */
  until(count: number): Promise<void>;
  /** How the next messages are answered; default: 204. */
  answer: (response: ServerResponse, message: Received) => void;
  close(): Promise<void>;
};

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const receiver = {
    url: '',
    received,
    until: (count: number) =>
      received.length >= count ? Promise.resolve() : new Promise<void>((resolve) => waiting.push({ count, resolve })),
    answer: (response: ServerResponse) => void response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const id = String(request.headers['webhook-id']);
      const one = { id, headers: request.headers, text, message: JSON.parse(text) as WebhookMessage };
      received.push(one);
      (receiver as Receiver).answer(response, one);
      for (const { count, resolve } of waiting) if (received.length >= count) resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

/** The signature of a message with a secret. */
export const signatureOf = ({ id, headers, text }: Received, secret: string): string => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${id}.${String(headers['webhook-timestamp'])}.${text}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};
