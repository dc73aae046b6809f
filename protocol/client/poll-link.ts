// The live channel by polling (P51), where nothing else passes: one request for each channel every few seconds. An
// unchanged state costs an answer without a body. From the second state on, a change goes on as a delta, so that what
// animates changes need not know how they came.
import { readFrame } from './frame.ts';
import { type Followed, type HttpLink, type HttpLinkOptions, openHttpLink } from './http-link.ts';
import type { Link } from './link.ts';
import { causesBetween } from './poll-changes.ts';
import type { AnyState } from '../wire/air.ts';
import type { DeltaFrame, SnapshotFrame } from '../wire/down.ts';
import { patchBetween } from '../wire/merge-patch.ts';

/** What the client has of a channel. */
type Held = { readonly epoch: string; readonly seq: number; readonly state: AnyState | undefined };

/** Opens a link that polls. */
export function openPollLink(options: HttpLinkOptions): Link {
  const { now, timing, offset, random } = options;

  async function follow(followed: Followed, link: HttpLink): Promise<void> {
    const { channel, ref, signal } = followed;
    let etag: string | null = null;
    let held: Held | null = followed.since && { ...followed.since, state: followed.state };
    let isAnswered = false;
    while (!signal.aborted) {
      const sentAt = now();
      const asked = isAnswered ? { ...followed, ref: undefined } : followed;
      const answer = await link.get(asked, '', etag === null ? {} : { 'if-none-match': etag });
      if (answer === null) return;
      const serverTime = answer.headers.get('server-time');
      if (serverTime !== null) offset.take(sentAt, now(), Number(serverTime));
      if (answer.status === 200) {
        const text = await link.read(followed, answer.text());
        if (text === null) return;
        const frame = readFrame(text);
        if (frame?.type !== 'snapshot') {
          link.lose(true);
          return;
        }
        etag = answer.headers.get('etag');
        link.markAlive();
        if (!isAnswered && held?.epoch === frame.epoch) {
          options.onFrame({ type: 'resumed', channel, ref, epoch: held.epoch, seq: held.seq });
        }
        if (isNews(frame, held)) {
          options.onFrame(deltaFrom(held, frame) ?? { ...frame, ref });
          held = frame;
        }
        isAnswered = true;
      } else link.markAlive();
      await pause(timing.pollMs * (0.8 + 0.4 * random()), signal);
    }
  }

  return openHttpLink('polling', options, follow);
}

/** Another node may be behind what the client has. The client does not go back. */
const isNews = (frame: SnapshotFrame, held: Held | null): boolean =>
  held === null || frame.epoch !== held.epoch || frame.seq > held.seq;

/** The delta to the new state; null when the client has none that it continues. */
function deltaFrom(held: Held | null, { channel, epoch, seq, at, state }: SnapshotFrame): DeltaFrame | null {
  if (held?.epoch !== epoch || held.state === undefined) return null;
  const patch = patchBetween(held.state, state);
  const isAir = held.state.kind === 'air' || state.kind === 'air';
  const cause = isAir ? [] : [...causesBetween(held.state, state)];
  return { type: 'delta', channel, from: held.seq, seq, at, cause, patch };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    // A listener closed the client.
    if (signal.aborted) end();
  });
