// The state of the connection. The clock runs on without the server, so a disconnected screen must say that it is
// disconnected.
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

type SignalProps = {
  readonly follower: Follower;
  readonly rejection: FollowRejection | null;
  readonly channel: string;
};

/** The mark in the corner; hidden while the server answers. A rejection is shown in full. */
export function SignalMark({ follower, rejection, channel }: SignalProps) {
  const { words } = useSettings();
  const level = useTick(() => signalLevel(follower.silentMs()));
  if (rejection) {
    return (
      <div class="signal lost" role="status">
        {words.rejections[rejection.reason].replace('{channel}', channel)}
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

/** Shown before the first state: the page is loading, or the reason why no state will come. */
export function Waiting({ follower, rejection, channel }: SignalProps) {
  const { words } = useSettings();
  const level = useTick(() => signalLevel(follower.silentMs()));
  const startsIn = useTick(() => {
    const waitMs = follower.waitMs();
    return waitMs === null ? null : Math.ceil(waitMs / 1_000);
  });
  if (rejection) {
    const title = words.rejections[rejection.reason].replace('{channel}', channel);
    return <Notice title={title} lines={[rejection.message, rejection.hint, words.triesAgain]} />;
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

/**
 * How long the page lists invalid parameters, ms. The list is for the person who sets up the screen, not for the
 * spectators.
 */
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
