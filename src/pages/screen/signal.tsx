// Honesty about the connection: the clock runs on, so a screen that hears nothing must say so.
import { useTick } from './tick.ts';
import type { Followed, ScreenRefusal } from './follow.ts';

const MARK_AFTER_MS = 10_000;
const LOST_AFTER_MS = 60_000;

type SignalLevel = 'good' | 'weak' | 'lost';

function signalLevel(silentMs: number): SignalLevel {
  if (silentMs >= LOST_AFTER_MS) return 'lost';
  return silentMs >= MARK_AFTER_MS ? 'weak' : 'good';
}

/** The mark in the corner; nothing while there are signs of life. A refusal is said in full. */
export function SignalMark({ followed, refusal }: { followed: Followed; refusal: ScreenRefusal | null }) {
  const level = useTick(() => signalLevel(followed.silentMs()));
  if (refusal) {
    return (
      <div class="signal lost" role="status">
        {refusal.title}
      </div>
    );
  }
  if (level === 'good') return null;
  return (
    <div class={`signal ${level}`} role="status">
      {level === 'lost' ? 'Connection lost · ' : 'No signal'}
      {level === 'lost' && <Since followed={followed} />}
    </div>
  );
}

function Since({ followed }: { followed: Followed }) {
  const minutes = useTick(() => Math.floor(followed.silentMs() / 60_000));
  return <>last update {minutes} min ago</>;
}

/** What stands there before the first state: that it is being fetched, or why it will not come. */
export function Waiting({
  followed,
  refusal,
  channel,
}: {
  followed: Followed;
  refusal: ScreenRefusal | null;
  channel: string;
}) {
  const level = useTick(() => signalLevel(followed.silentMs()));
  if (refusal) return <Notice title={refusal.title} lines={[refusal.message, refusal.hint]} />;
  if (level === 'good') return <Notice title="Connecting …" lines={[channel]} />;
  return <Notice title="No connection to the server yet" lines={[`Trying again, for ${channel}`]} />;
}

export function Notice({ title, lines }: { title: string; lines: readonly (string | null)[] }) {
  return (
    <main class="notice">
      <h1>{title}</h1>
      {lines.map((line) => line !== null && <p key={line}>{line}</p>)}
    </main>
  );
}
