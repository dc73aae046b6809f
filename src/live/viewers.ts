// How many follow each channel, on all nodes (rule LIVE-11): each node announces the counts of its channels, and adds up those that it
// heard lately.
import { randomUUID } from 'node:crypto';
import type { Peers } from '../cluster/peers.ts';
import type { LiveChannel, WatchedChannel } from './channel.ts';
import type { Timing } from './timing.ts';

type ViewersDeps = {
  /** The channels of these parts that have subscribers. */
  readonly sources: readonly { watched(): Iterable<WatchedChannel> }[];
  readonly peers: Pick<Peers, 'on' | 'publishViewers'>;
  readonly timing: Pick<Timing, 'viewersMs'>;
};

/** `viewers`: subscriptions, of WebSockets and event streams. `nodes`: the nodes that are counted. */
export type Viewers = { readonly viewers: number; readonly nodes: number };

/** A node announces this number of channels at most, those with the most viewers. */
export const ANNOUNCED_MAX = 2_000;
/** The counts of a node are used for this number of its announcements. */
const HEARD_FOR = 3;

export function openViewers({ sources, peers, timing }: ViewersDeps) {
  const self = randomUUID();
  const others = new Map<string, { readonly at: number; readonly counts: Readonly<Record<string, number>> }>();
  const announcing = setInterval(announce, timing.viewersMs).unref();
  peers.on('viewers', ({ node, counts }) => {
    others.set(node, { at: performance.now(), counts });
  });

  function* watched(): Iterable<WatchedChannel> {
    for (const source of sources) yield* source.watched();
  }

  function announce(): void {
    const silentSince = performance.now() - HEARD_FOR * timing.viewersMs;
    for (const [node, { at }] of others) if (at < silentSince) others.delete(node);
    const counts = [...watched()].map(({ channel }): [string, number] => [channel.name, channel.subscribers()]);
    const most = counts.length > ANNOUNCED_MAX ? counts.sort(([, a], [, b]) => b - a).slice(0, ANNOUNCED_MAX) : counts;
    peers.publishViewers({ node: self, counts: Object.fromEntries(most) });
  }

  return {
    watched,
    of(channel: LiveChannel): Viewers {
      const elsewhere = [...others.values()].map(({ counts }) => counts[channel.name] ?? 0);
      const viewers = elsewhere.reduce((sum, count) => sum + count, channel.subscribers());
      return { viewers, nodes: 1 + elsewhere.length };
    },
    close(): void {
      clearInterval(announcing);
    },
  };
}
