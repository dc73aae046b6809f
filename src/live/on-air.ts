// What is on air by a director's hand, one channel for each match that someone follows (P57 to P61). The database has it; each
// node reads it when it is asked for, when another node announces a change, and when it polls.
import { randomBytes } from 'node:crypto';
import type { AirPatch } from '../../protocol/rest/air.ts';
import type { OnAir } from '../../protocol/wire/air.ts';
import { type AirRef, airRef, type MatchRef } from '../../protocol/wire/ids.ts';
import type { Logger } from '../ops/logger.ts';
import { isStoreAway, Problem } from '../ops/problem.ts';
import type { StoredOnAir } from '../store/on-air.ts';
import { type AskAgain, openAskAgain } from './ask-again.ts';
import { type ChannelDeps, type LiveChannel, openChannel, type WatchedChannel } from './channel.ts';
import type { LiveEmitter } from './events.ts';
import type { Step } from './kept-deltas.ts';
import { evictRegularly, isUnused } from './last-use.ts';

type OnAirDeps = ChannelDeps & {
  /** One row for each ref. Throws Problem 503. */
  readonly read: (refs: readonly MatchRef[]) => Promise<readonly StoredOnAir[]>;
  /** The new row; null for an unknown match. Throws Problem 503. */
  readonly write: (ref: MatchRef, patch: AirPatch, at: number) => Promise<Stored | null>;
  /** Subscribes to the messages of other nodes about this channel, until `unfollow`. */
  readonly follow: (ref: AirRef) => Promise<void>;
  readonly unfollow: (ref: AirRef) => void;
  readonly events: Pick<LiveEmitter, 'emit'>;
  readonly logger: Logger;
};

type Stored = { readonly seq: number; readonly at: number; readonly items: OnAir };
/** `late`: asks for a write that the database did not answer. */
type Opened = { readonly channel: LiveChannel; readonly late: AskAgain; usedAt: number };

export type OnAirChannels = ReturnType<typeof openOnAirChannels>;

export function openOnAirChannels(deps: OnAirDeps) {
  const { timing, logger } = deps;
  const opened = new Map<MatchRef, Opened>();
  const loading = new Map<MatchRef, Promise<Opened>>();
  const sweep = evictRegularly(evict, timing.evictMs);

  /** The channel of a match that exists, caught up with the store to at least `seq`. Throws Problem 503. */
  async function channel(ref: MatchRef, seq = 0): Promise<LiveChannel> {
    const known = opened.get(ref) ?? (await (loading.get(ref) ?? startLoading(ref)));
    known.usedAt = performance.now();
    if (known.channel.newest().seq < seq) await compare([ref]);
    return known.channel;
  }

  function startLoading(ref: MatchRef): Promise<Opened> {
    const started = load(ref).finally(() => {
      loading.delete(ref);
      if (!opened.has(ref)) deps.unfollow(airRef(ref));
    });
    loading.set(ref, started);
    return started;
  }

  async function load(ref: MatchRef): Promise<Opened> {
    // Follow first, then load, so that no message is missed.
    await deps.follow(airRef(ref));
    const [stored] = await deps.read([ref]);
    if (!stored) throw new Error('readOnAir gives a row for each match.');
    const start = { epoch: stored.epoch, step: stepOf(ref, stored) };
    const entry = {
      channel: openChannel(airRef(ref), start, deps, { hashed: true }),
      late: openAskAgain(
        () => compare([ref]),
        (error) => logger.debug({ err: error, ref }, 'the store does not answer yet what is on air'),
      ),
      usedAt: performance.now(),
    };
    opened.set(ref, entry);
    return entry;
  }

  /** Stores the change, shows it and announces it. Null for an unknown match. Throws Problem 503. */
  async function change(ref: MatchRef, patch: AirPatch, at: number): Promise<LiveChannel | null> {
    const shown = await channel(ref);
    const stored = await deps.write(ref, patch, at).catch((error: unknown) => {
      // It may still be stored. A node with an embedded database does not poll it, so it asks again.
      if (isStoreAway(error)) opened.get(ref)?.late.begin();
      throw error;
    });
    if (stored === null) return null;
    // Another change may be shown already that was stored later.
    if (stored.seq > shown.newest().seq) show(shown, ref, stored);
    deps.events.emit('aired', { ref });
    return shown;
  }

  /** Shows a stored row. After a gap all subscribers get a snapshot: no delta leads from what they have to the row. */
  function show(shown: LiveChannel, ref: MatchRef, stored: Stored): void {
    const step = stepOf(ref, stored);
    const { seq } = shown.newest();
    if (stored.seq === seq + 1) shown.advance([step]);
    else shown.restart(stored.seq > seq ? shown.epoch() : randomBytes(4).toString('hex'), step);
  }

  /** Compares channels with the store. Throws Problem 503. */
  async function compare(refs: readonly MatchRef[]): Promise<void> {
    const before = new Map(refs.flatMap((ref) => [[ref, opened.get(ref)?.channel.newest()] as const]));
    for (const stored of await deps.read(refs)) {
      const shown = opened.get(stored.ref)?.channel;
      if (!shown) continue;
      const newest = shown.newest();
      if (stored.seq === newest.seq && stored.at === newest.at) continue;
      // An older row is news only if nothing came in between: then the database was restored from a backup.
      if (stored.seq > newest.seq || before.get(stored.ref) === newest) show(shown, stored.ref, stored);
    }
  }

  /** Never rejects: the next comparison asks the store again. */
  async function compareQuietly(refs: readonly MatchRef[]): Promise<void> {
    if (refs.length === 0) return;
    try {
      await compare(refs);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      logger.debug({ err: error, refs }, 'what is on air could not be compared with the store');
    }
  }

  function evict(): void {
    for (const [ref, entry] of opened) {
      if (isUnused(entry, entry.channel.subscribers() > 0, timing.evictMs)) drop(ref);
    }
  }

  function drop(ref: MatchRef): void {
    const dropped = opened.get(ref);
    dropped?.channel.stop();
    dropped?.late.end();
    opened.delete(ref);
    deps.unfollow(airRef(ref));
  }

  return {
    channel,
    change,
    /** Handles a message that another node changed what is on air at a match. Never rejects. */
    async receive({ ref }: { readonly ref: MatchRef }): Promise<void> {
      await loading.get(ref)?.catch(() => null);
      if (opened.has(ref)) await compareQuietly([ref]);
    },
    /** Finds changes in the store that no message announced. Never rejects. */
    compareAll: (): Promise<void> => compareQuietly([...opened.keys()]),
    /** Whether this match's channel has subscribers. */
    isWatched: (ref: MatchRef): boolean => (opened.get(ref)?.channel.subscribers() ?? 0) > 0,
    /** The channels that have subscribers. `isPlayed`: whether the match is being played. */
    *watched(isPlayed: (ref: MatchRef) => boolean): Iterable<WatchedChannel> {
      for (const [ref, { channel: watched }] of opened) {
        if (watched.subscribers() > 0) yield { channel: watched, isLive: isPlayed(ref) };
      }
    },
    close(): void {
      clearInterval(sweep);
      for (const ref of [...opened.keys()]) drop(ref);
    },
  };
}

const stepOf = (ref: MatchRef, { seq, at, items }: Stored): Step => ({
  seq,
  at,
  cause: [],
  state: { kind: 'air', match: ref, ...items },
});
