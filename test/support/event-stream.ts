// A client of the event streams that reads the text itself. It checks every frame against the schema of the wire.
import { get, type IncomingHttpHeaders } from 'node:http';
import { type DownFrame, downFrameSchema } from '../../protocol/wire/down.ts';
import { collect } from './collect.ts';
import { rememberSecret } from './log-secrets.ts';

type StreamEvent = {
  readonly event: string;
  readonly id: string | null;
  readonly retry: number | null;
  readonly frame: DownFrame;
};

export type EventStream = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The next event that is no heartbeat. */
  next(): Promise<StreamEvent>;
  /** The next comment line. */
  comment(): Promise<string>;
  /** The text of an answer that is no stream. */
  readonly text: Promise<string>;
  /** Resolves when the server ends the stream or cuts it. */
  readonly ended: Promise<void>;
  pause(): void;
  resume(): void;
  close(): void;
};

export type StreamOptions = {
  readonly token?: string;
  readonly lastEventId?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Opens `GET {url}`; resolves with the head of the answer. */
export async function openEventStream(url: string, options: StreamOptions = {}): Promise<EventStream> {
  const { token, lastEventId } = options;
  rememberSecret(token);
  const headers = {
    ...options.headers,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const events = collect<StreamEvent>();
  const comments = collect<string>();
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (answer) => {
      const whole: string[] = [];
      let rest = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        whole.push(part);
        const blocks = (rest + part).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          if (block.startsWith(':')) comments.put(block);
          else {
            const event = parsed(block);
            if (event.event !== 'heartbeat') events.put(event);
          }
        }
      });
      const ended = new Promise<void>((over) => answer.once('close', over));
      answer.on('error', () => undefined);
      const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        next: events.next,
        comment: comments.next,
        text: isStream ? Promise.resolve('') : ended.then(() => whole.join('')),
        ended,
        pause: () => answer.pause(),
        resume: () => answer.resume(),
        close: () => request.destroy(),
      });
    });
    request.once('error', reject);
  });
}

function parsed(block: string): StreamEvent {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const retry = fields.get('retry');
  const frame = downFrameSchema.parse(JSON.parse(fields.get('data') ?? ''));
  const event = fields.get('event') ?? '';
  if (event !== frame.type) throw new Error(`A ${frame.type} came as ${event}.`);
  return { event, frame, id: fields.get('id') ?? null, retry: retry === undefined ? null : Number(retry) };
}
