// A subscriber for tests: a real WebSocket client. It queues frames from the first one, so that no test has to sleep, and
// checks every frame against the schema of the wire. Frames are taken strictly in order; heartbeats come by the clock and
// have a separate queue. A timeout always fails the test.
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import type { ChannelState } from '../../protocol/wire/board.ts';
import { type DeltaFrame, type DownFrame, downFrameSchema, type SnapshotFrame } from '../../protocol/wire/down.ts';
import { mergePatch } from '../../protocol/wire/merge-patch.ts';
import type { UpFrame } from '../../protocol/wire/up.ts';
import { rememberSecret } from './log-secrets.ts';

const PATIENCE_MS = 40_000;

/** The snapshot of a channel that is not `air:`. */
type MatchesSnapshot = Omit<SnapshotFrame, 'state'> & { readonly state: ChannelState };

type FrameOf<T extends DownFrame['type']> = Extract<DownFrame, { type: T }>;

type Closed = { readonly code: number; readonly reason: string };

export type Subscriber = {
  /** The next frame, which must be of this type; for `heartbeat`, the next heartbeat regardless of other frames. */
  next<T extends DownFrame['type']>(type: T): Promise<FrameOf<T>>;
  /** The next frame of any type except heartbeat. */
  take(): Promise<DownFrame>;
  /** Sends a frame, or any text or bytes. */
  send(frame: UpFrame | string | Buffer): void;
  /** Subscribes to a game, a match or a feed and gives the snapshot of the answer. */
  subscribe(channel: string): Promise<MatchesSnapshot>;
  /** All frames that came and were not taken, after a round trip to the server. */
  unread(): Promise<readonly DownFrame[]>;
  /** How the server closed. */
  readonly closed: Promise<Closed>;
  readonly subprotocol: string;
  /** The server's name for the connection, from the welcome. */
  session(): string;
  /** Stops reading, like a client that hangs. */
  pause(): void;
  resume(): void;
  /** WebSocket pings that came. */
  pings(): number;
  /** Closes the connection. */
  close(): Promise<void>;
  readonly socket: WebSocket;
};

/** The server refused the upgrade. */
export class Refused extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`The handshake was refused: ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

type ConnectOptions = {
  /** Goes into the Authorization header. */
  readonly token?: string;
  readonly subprotocols?: readonly string[];
  /** False: pings of the server are not answered. */
  readonly autoPong?: boolean;
  /** The address that it comes from. */
  readonly localAddress?: string;
  /** The certificate that it trusts. */
  readonly ca?: string;
};

/** Connects without taking a frame: the welcome, if any, is the first frame. Throws `Refused`. */
export async function connectRaw(url: string, options: ConnectOptions = {}): Promise<Subscriber> {
  const { token, subprotocols = [], autoPong = true, ...network } = options;
  rememberSecret(token);
  const socket = new WebSocket(url, [...subprotocols], {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
    autoPong,
    ...network,
  });
  const subscriber = follow(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response: IncomingMessage) => {
      readBody(response).then((body) => {
        reject(new Refused(response.statusCode ?? 0, body));
      }, reject);
    });
  });
  return subscriber;
}

/** Connects with a token and takes the welcome. */
export async function connect(url: string, token: string, options: ConnectOptions = {}): Promise<Subscriber> {
  const subscriber = await connectRaw(url, { ...options, token });
  await subscriber.next('welcome');
  return subscriber;
}

function follow(socket: WebSocket): Subscriber {
  const frames = queue<DownFrame>();
  const heartbeats = queue<FrameOf<'heartbeat'>>();
  let pings = 0;
  let trips = 0;
  let session = '';
  let broken: Error | undefined;
  socket.on('message', (data: Buffer, isBinary) => {
    const text = data.toString('utf8');
    try {
      if (isBinary) throw new Error('The server sent a binary frame.');
      const frame = downFrameSchema.parse(JSON.parse(text));
      if (frame.type === 'welcome') session = frame.session;
      if (frame.type === 'heartbeat') heartbeats.put(frame);
      else frames.put(frame);
    } catch (error) {
      frames.fail(new Error(`No frame of the protocol: ${text.slice(0, 500)}`, { cause: error }));
    }
  });
  socket.on('ping', () => (pings += 1));
  const closed = new Promise<Closed>((resolve) => {
    socket.once('close', (code, reason) => {
      const end = { code, reason: reason.toString('utf8') };
      const error = new Error(`The connection was closed: ${JSON.stringify(end)}`, { cause: broken });
      frames.fail(error);
      heartbeats.fail(error);
      resolve(end);
    });
  });
  // A close follows, and tests check that.
  socket.on('error', (error) => (broken = error));

  const subscriber: Subscriber = {
    socket,
    closed,
    get subprotocol() {
      return socket.protocol;
    },
    async next<T extends DownFrame['type']>(type: T) {
      if (type === 'heartbeat') return (await heartbeats.take(type)) as FrameOf<T>;
      const frame = await frames.take(type);
      if (frame.type !== type) throw new Error(`Expected ${type}, came ${JSON.stringify(frame).slice(0, 500)}`);
      return frame as FrameOf<T>;
    },
    take: () => frames.take('frame'),
    send(frame) {
      socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
    },
    async subscribe(channel) {
      subscriber.send({ type: 'subscribe', channel });
      return (await subscriber.next('snapshot')) as MatchesSnapshot;
    },
    async unread() {
      trips += 1;
      const ref = `round trip ${trips}`;
      subscriber.send({ type: 'ping', ref });
      const before: DownFrame[] = [];
      for (;;) {
        const frame = await frames.take('pong');
        if (frame.type === 'pong' && frame.ref === ref) return before;
        before.push(frame);
      }
    },
    pause() {
      socket.pause();
    },
    resume() {
      socket.resume();
    },
    session: () => session,
    pings: () => pings,
    async close() {
      socket.resume();
      socket.close(1000);
      await closed;
    },
  };
  return subscriber;
}

/** Items in order. After `fail` the remaining items can still be taken; then every wait ends with the error. */
function queue<T>() {
  const items: T[] = [];
  const waiting: { resolve: (item: T) => void; reject: (error: Error) => void }[] = [];
  let failure: Error | null = null;
  return {
    put(item: T): void {
      const next = waiting.shift();
      if (next) next.resolve(item);
      else items.push(item);
    },
    fail(error: Error): void {
      failure ??= error;
      for (const { reject } of waiting.splice(0)) reject(failure);
    },
    take(what: string): Promise<T> {
      const [item] = items.splice(0, 1);
      if (item !== undefined) return Promise.resolve(item);
      if (failure) return Promise.reject(failure);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(new Error(`No ${what} came within ${PATIENCE_MS} ms.`));
        }, PATIENCE_MS);
        const done =
          <V>(settle: (value: V) => void) =>
          (value: V): void => {
            clearTimeout(timer);
            settle(value);
          };
        waiting.push({ resolve: done(resolve), reject: done(reject) });
      });
    },
  };
}

async function readBody(response: IncomingMessage): Promise<unknown> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += String(chunk);
  return JSON.parse(text) as unknown;
}

/** A client's position and state in a channel. */
export type Position = { readonly epoch: string; readonly seq: number; readonly state: ChannelState };

export const positionOf = ({ epoch, seq, state }: SnapshotFrame): Position => ({
  epoch,
  seq,
  state: state as ChannelState,
});

/** A position with a delta applied; throws when the delta does not begin where the position is. */
export function advance(position: Position, delta: DeltaFrame): Position {
  const from = delta.from ?? delta.seq - 1;
  if (from !== position.seq)
    throw new Error(`A gap: the delta goes ${from} → ${delta.seq}, we are at ${position.seq}.`);
  return { ...position, seq: delta.seq, state: mergePatch(position.state, delta.patch) };
}
