// The state of this node now: for /readyz and /metrics.
import { parseChannel } from '../protocol/wire/ids.ts';
import type { LiveChannel } from './live/channel.ts';
import type { LiveMatches } from './live/live-matches.ts';
import type { Sessions } from './live/sessions.ts';
import type { Gauges } from './ops/metrics.ts';
import type { Peers } from './cluster/peers.ts';
import type { Committer } from './store/log/append.ts';
import { checkWritable, type Sql } from './store/driver/open.ts';

export type GaugesDeps = {
  readonly sql: Sql;
  readonly sessions: Pick<Sessions, 'count' | 'blocked'>;
  readonly connectionsMax: number;
  readonly watched: () => Iterable<{ readonly channel: LiveChannel }>;
  readonly matches: Pick<LiveMatches, 'count' | 'races'>;
  readonly committer: Pick<Committer, 'waiting'>;
  readonly peers: Pick<Peers, 'redis'>;
};

/** How long the store may take to answer, ms. */
const READY_MS = 2_000;

/** Why the store takes no writes; null when it does. */
export async function whyNotWritable(sql: Sql): Promise<string | null> {
  try {
    await checkWritable(sql, READY_MS);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export async function readGauges(deps: GaugesDeps): Promise<Gauges> {
  const subscriptions = { game: 0, match: 0, club: 0, tournament: 0 };
  for (const { channel } of deps.watched()) {
    const parsed = parseChannel(channel.name);
    if (parsed) subscriptions[parsed.kind] += channel.subscribers();
  }
  const isDatabaseUp = (await whyNotWritable(deps.sql)) === null;
  return {
    connections: deps.sessions.count(),
    blocked: deps.sessions.blocked(),
    connectionsMax: deps.connectionsMax,
    subscriptions,
    matches: deps.matches.count(),
    commitsWaiting: deps.committer.waiting(),
    isDatabaseUp,
    redis: deps.peers.redis(),
    races: deps.matches.races(),
  };
}
