// The live channel as Server-Sent Events (P52 to P55): the adapter between open answers and live sessions, for networks that
// cut WebSockets. A stream is a session with one channel.
import type { AnyChannel } from '../../protocol/wire/ids.ts';
import type { Since } from '../../protocol/wire/up.ts';
import type { Caller } from '../auth/caller.ts';
import { type Counters, countOne } from '../ops/counters.ts';
import { Problem } from '../ops/problem.ts';
import { eachInTurns } from '../ops/turns.ts';
import type { Frame } from '../live/channel.ts';
import type { Session, Socket } from '../live/session.ts';
import type { Sessions } from '../live/sessions.ts';
import type { Timing } from '../live/timing.ts';
import type { Admission } from './admission.ts';
import { eventOf } from './event-text.ts';
import type { OpenAnswer, StreamEvents } from './core/answer.ts';
import type { StreamReader, StreamTopics } from './stream-topics.ts';

/**
 * A slow reader gets this many comment lines while other readers get one: if we write nothing, the library closes the connection
 * after 10 seconds.
 */
const PROBES = 3;
const COMMENT = ':\n\n';
/** These frames end a stream: it has no other channel. */
const LAST = new Set(['unsubscribed', 'error', 'closing']);

export type EventStreams = ReturnType<typeof openEventStreams>;

type Stream = Socket &
  StreamReader & {
    /** Sends a comment line, which finds out whether the reader still takes data. */
    readonly comment: () => void;
    /** Bytes wait for the reader. */
    readonly isSlow: () => boolean;
  };

type Follower = {
  readonly caller: Caller;
  readonly channel: AnyChannel;
  readonly since: Since | undefined;
  readonly address: string;
  readonly network: string;
};

type EventStreamsDeps = {
  readonly sessions: Pick<Sessions, 'open' | 'subscribe' | 'dropped' | 'drained' | 'closed' | 'markAlive'>;
  readonly admission: Admission;
  readonly streamTopics: StreamTopics;
  readonly counts: Counters;
  readonly timing: Pick<Timing, 'commentMs' | 'stuckMs'>;
  /** Bytes that may wait for a slow reader. Beyond that, frames for it are dropped. */
  readonly waitingMax: number;
};

export function openEventStreams(deps: EventStreamsDeps) {
  const { sessions, admission, streamTopics: topics, counts } = deps;
  const open = new Set<Stream>();
  let probes = 0;

  const timer = setInterval(() => {
    probes += 1;
    const isDue = probes % PROBES === 0;
    // After a long turn, a reader may have taken data that is not counted.
    setImmediate(() => {
      void eachInTurns([...open], (stream) => {
        if (isDue || stream.isSlow()) stream.comment();
      });
    });
  }, deps.timing.commentMs / PROBES).unref();

  /** Begins a stream on an answer whose head is written. */
  function start(out: OpenAnswer, { caller, channel, since, address, network }: Follower): StreamEvents {
    // The last slot may be gone since the request was admitted. The client comes back and is refused then.
    const reserved = admission.reserve(network, true);
    const slot = reserved instanceof Problem ? null : reserved;
    let session: Session | null = null;
    let isOpen = true;
    let epoch = '';
    /** Frames that are not written yet. */
    let pending: Frame[] = [];
    /** An estimate: the library says that the reader took something, not how much. */
    let waiting = 0;
    let tookAt = performance.now();

    function write(text: string): void {
      if (out.write(text)) took(0);
      else waiting += Buffer.byteLength(text);
    }

    /** Keeps a frame for `flush`. False if it is dropped. */
    function keep(frame: Frame): boolean {
      if (!isOpen) return false;
      if (waiting > deps.waitingMax) {
        if (session) sessions.dropped(session);
        return false;
      }
      pending.push(frame);
      return true;
    }

    /** Writes the kept frames at once. */
    function flush(): void {
      const frames = pending;
      pending = [];
      let text = '';
      let isLast = false;
      for (const frame of frames) {
        counts.framesOut += 1;
        counts.bytesOut += Buffer.byteLength(frame);
        const event = eventOf(frame.toString(), epoch);
        epoch = event.epoch;
        text += event.text;
        isLast ||= LAST.has(event.type);
      }
      if (text !== '') write(text);
      if (isLast) end();
    }

    /** The reader took data: `left` bytes still wait. */
    function took(left: number): void {
      tookAt = performance.now();
      waiting = left;
      if (session && left === 0) sessions.markAlive(session);
    }

    function end(): void {
      if (!isOpen) return;
      closed();
      out.finish();
    }

    function closed(): void {
      if (!isOpen) return;
      isOpen = false;
      pending = [];
      open.delete(stream);
      topics.unsubscribe(channel, stream);
      slot?.release();
      if (session) sessions.closed(session);
    }

    const stream: Stream = {
      address,
      network,
      identified: () => undefined,
      send(frame) {
        const isTaken = keep(frame);
        flush();
        return isTaken;
      },
      publish: (frame) => void keep(frame),
      flush,
      subscribe: (name) => {
        if (isOpen) topics.subscribe(name, stream);
      },
      unsubscribe: (name) => {
        topics.unsubscribe(name, stream);
      },
      buffered: () => (isOpen ? waiting : 0),
      // The peer sends nothing: what it takes is its sign of life, and TCP finds one that is gone.
      ping: () => {
        if (session && waiting === 0) sessions.markAlive(session);
      },
      comment() {
        if (!isOpen) return;
        if (waiting === 0) write(COMMENT);
        else if (performance.now() - tookAt >= deps.timing.stuckMs) stream.kill();
        else {
          const left = out.probe(COMMENT);
          if (left !== null) took(left);
        }
      },
      isSlow: () => waiting > 0,
      end: (code) => {
        countOne(counts.closes, code);
        end();
      },
      kill: () => {
        if (isOpen) out.close();
      },
    };

    if (slot === null) {
      out.finish();
      return { closed: () => undefined, writable: () => undefined };
    }
    open.add(stream);
    const own = sessions.open(stream, caller);
    session = own;
    void sessions.subscribe(own, { type: 'subscribe', channel, since });
    return {
      closed,
      writable(left) {
        if (!isOpen) return;
        if (left > 0) {
          took(left);
        } else if (out.write(COMMENT)) {
          took(0);
          sessions.drained(own);
        } else took(Math.max(1, waiting - 1));
      },
    };
  }

  return {
    start,
    /** The answer in place of a stream from this network; null if there is room for one. */
    problemFor: (network: string): Problem | null => admission.problemFor(network, true),
    close(): void {
      clearInterval(timer);
    },
  };
}
