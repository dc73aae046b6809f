// The live channel as Server-Sent Events (P52 to P55): one stream for each channel.
import { openEventText } from './event-text.ts';
import { readFrame } from './frame.ts';
import { type Followed, type HttpLink, type HttpLinkOptions, openHttpLink } from './http-link.ts';
import type { BodyReader, Link } from './link.ts';
import type { DownFrame } from '../wire/down.ts';

/** A browser has six connections to a server that speaks HTTP/1.1. The rest of the page needs some of them. */
export const STREAMS_MAX = 4;

type EventLinkOptions = HttpLinkOptions & {
  /** The streams do not work here: something on the way keeps their bytes, or there are too many of them. The end follows. */
  readonly onUnsuited: () => void;
  /** A stream carried a byte some time after its first ones: nothing on the way collects them. */
  readonly onProven?: () => void;
};

type Frames = {
  take(text: string): void;
  /** The server, or something on the way, ended the stream. */
  end(): void;
};

/** Opens a link of event streams. Streams that end soon after their start are no use: the link ends with `failed`. */
export function openEventLink(options: EventLinkOptions): Link {
  const { now, timing } = options;

  async function follow(followed: Followed, link: HttpLink): Promise<void> {
    if (link.count() > STREAMS_MAX) {
      // Not before the client has asked for all of its channels.
      queueMicrotask(() => unsuited(link));
      return;
    }
    const { since } = followed;
    const sentAt = now();
    // Something on the way may keep the bytes. This is over before the client asks again, which would begin another such stream.
    const unanswered = setTimeout(() => link.lose(true), timing.connectMs);
    const stopWaiting = (): void => clearTimeout(unanswered);
    const position = since === null ? {} : { 'last-event-id': `${since.epoch}:${since.seq}` };
    const answer = await link.get(followed, '/events', { accept: 'text/event-stream', ...position });
    const isStream = answer?.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (isStream && answer.body !== null) {
      await readStream(link, answer.body.getReader(), openFrames(followed, link, sentAt, stopWaiting), followed.signal);
    } else if (answer !== null) link.lose(true);
    stopWaiting();
  }

  function unsuited(link: HttpLink): void {
    options.onUnsuited();
    link.lose(true);
  }

  async function readStream(link: HttpLink, reader: BodyReader, frames: Frames, signal: AbortSignal): Promise<void> {
    const decoder = new TextDecoder();
    /** A stream that breaks has ended. */
    const nextPart = (): ReturnType<BodyReader['read']> => reader.read().catch(() => ({ done: true }));
    const firstPart = await nextPart();
    const firstAt = now();
    let heardAt = firstAt;
    const stopWatch = watch(link, () => heardAt);
    for (let part = firstPart; !signal.aborted; part = await nextPart()) {
      if (part.done) {
        frames.end();
        break;
      }
      heardAt = now();
      link.markAlive();
      frames.take(decoder.decode(part.value, { stream: true }));
      if (heardAt - firstAt >= timing.provenMs) options.onProven?.();
    }
    stopWatch();
  }

  /** Looks after a stream that was last heard at `heardAt()`, our clock. Returns a function that stops it. */
  function watch(link: HttpLink, heardAt: () => number): () => void {
    let checkedAt = now();
    const timer = setInterval(() => {
      // A browser may delay the timers of a hidden page, and the bytes that came meanwhile are not read yet.
      const isLate = now() - checkedAt > timing.checkMs * 3;
      checkedAt = now();
      const silentMs = checkedAt - heardAt();
      if (silentMs < timing.quietMs) options.onHeard();
      else if (silentMs >= timing.deadMs && !isLate) unsuited(link);
    }, timing.checkMs);
    return () => clearInterval(timer);
  }

  /** The frames of a stream whose request was sent at `sentAt`. `onAnswer`: the channel has its state. */
  function openFrames(
    { channel, ref, signal }: Followed,
    link: HttpLink,
    sentAt: number,
    onAnswer: () => void,
  ): Frames {
    let last: DownFrame['type'] | null = null;
    let retryAfterMs = 0;

    const take = openEventText((data) => {
      const frame = readFrame(data);
      if (frame === null || signal.aborted) return;
      last = frame.type;
      switch (frame.type) {
        case 'welcome':
          options.offset.take(sentAt, now(), frame.server_time);
          break;
        case 'closing':
          retryAfterMs = Math.max(0, frame.retry_after_ms ?? 0);
          if (frame.reason === 'revoked' || frame.reason === 'expired')
            link.refuse({
              kind: 'refused',
              reason: frame.reason,
              message: `The token is ${frame.reason}.`,
              hint: null,
            });
          break;
        case 'snapshot':
        case 'resumed':
          onAnswer();
          options.onFrame({ ...frame, ref });
          break;
        // The stream is over, and the link stays (P54).
        case 'error':
          link.leave(channel);
          options.onFrame({ ...frame, ref });
          break;
        case 'unsubscribed':
          link.leave(channel);
          options.onFrame(frame);
          break;
        case 'delta':
        case 'heartbeat':
          options.onFrame(frame);
          break;
        case 'pong':
      }
    });
    return {
      take,
      end(): void {
        link.lose(last !== 'closing' && link.livedMs() < timing.steadyMs, retryAfterMs);
      },
    };
  }

  return openHttpLink('events', options, follow);
}
