// Honesty about the connection: the clock runs on, so a screen that hears nothing must say so.
import { useEffect, useState } from 'preact/hooks';
import type { FollowRejection } from '../shared/follow.ts';
import { useTick } from '../shared/tick.ts';
import type { Follower } from '../shared/channel-view.ts';
import { useSettings } from './settings.ts';

const MARK_AFTER_MS = 10_000;
const LOST_AFTER_MS = 60_000;

type SignalLevel = 'good' | 'weak' | 'lost';

function signalLevel(silentMs: number): SignalLevel {
  if (silentMs >= LOST_AFTER_MS) return 'lost';
  return silentMs >= MARK_AFTER_MS ? 'weak' : 'good';
}

type SignalProps = { readonly follower: Follower; readonly refusal: FollowRejection | null; readonly channel: string };

/** The mark in the corner; nothing while there are signs of life. A refusal is said in full. */
export function SignalMark({ follower, refusal, channel }: SignalProps) {
  const { words } = useSettings();
  const level = useTick(() => signalLevel(follower.silentMs()));
  if (refusal) {
    return (
      <div class="signal lost" role="status">
        {words.refusals[refusal.reason].replace('{channel}', channel)}
      </div>
    );
  }
  if (level === 'good') return null;
  return (
    <div class={`signal ${level}`} role="status">
      {level === 'lost' ? `${words.connectionLost} · ` : words.noSignal}
      {level === 'lost' && <Since follower={follower} />}
    </div>
  );
}

function Since({ follower }: { follower: Follower }) {
  const { words } = useSettings();
  const minutes = useTick(() => Math.floor(follower.silentMs() / 60_000));
  return <>{words.lastUpdate(minutes)}</>;
}

/** What stands there before the first state: that it is being fetched, or why it will not come. */
export function Waiting({ follower, refusal, channel }: SignalProps) {
  const { words } = useSettings();
  const level = useTick(() => signalLevel(follower.silentMs()));
  const startsIn = useTick(() => {
    const waitMs = follower.waitMs();
    return waitMs === null ? null : Math.ceil(waitMs / 1_000);
  });
  if (refusal) {
    const title = words.refusals[refusal.reason].replace('{channel}', channel);
    return <Notice title={title} lines={[refusal.message, refusal.hint, words.triesAgain]} />;
  }
  if (startsIn !== null) return <Notice title={words.startsIn(startsIn)} lines={[]} />;
  if (level === 'good') return <Notice title={words.connecting} lines={[channel]} />;
  return <Notice title={words.noConnectionYet} lines={[channel, words.triesAgain]} />;
}

export function Notice({ title, lines }: { title: string; lines: readonly (string | null)[] }) {
  return (
    <main class="notice">
      <h1>{title}</h1>
      {lines.map((line) => line !== null && <p key={line}>{line}</p>)}
    </main>
  );
}

/** How long it is said what of the address was not understood, ms: for whoever set the screen up, not for the ground. */
const PROBLEMS_MS = 20_000;

export function Problems() {
  const { problems } = useSettings();
  const [isOver, setOver] = useState(problems.length === 0);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), PROBLEMS_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isOver) return null;
  return (
    <ul class="problems" role="status">
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}
