// Puts matches to sleep that were not used for a while, and wakes them (rule LIVE-12).
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { hasLiveBoard } from '../match/board.ts';
import { atOnce } from '../match/match.ts';
import { inTurns } from '../ops/turns.ts';
import type { PositionedMatch } from '../store/matches.ts';
import type { LiveChannel } from './channel.ts';
import { type Dormant, DORMANT_MARKERS_MAX, fallAsleep, type Slept, wakeUp } from './dormant.ts';
import type { Moment } from './kept-blocks.ts';
import type { LiveMatch } from './live-match.ts';
import type { Timing } from './timing.ts';

/** A match in memory. */
export type Held = {
  served: LiveMatch | Dormant;
  /** Time of the last use on this node, on the clock of `performance.now()`. */
  usedAt: number;
  /** Time of the last use or change, on the same clock. */
  activeAt: number;
};

type DormancyDeps = {
  readonly matches: ReadonlyMap<MatchRef, Held>;
  readonly open: (ref: MatchRef, woken: PositionedMatch & Slept) => LiveMatch;
  readonly timing: Pick<Timing, 'dormantMs'>;
};

/** A node looks for quiet matches this many times in `dormantMs`. */
const LOOKS = 10;
/** Matches that fall asleep after one look, at most: so it takes less than a tenth of the event loop. */
const SLEEPERS_MAX = 200;

export const isDormant = (served: LiveMatch | Dormant): served is Dormant => 'packed' in served;

export const channelOf = ({ served }: Held): LiveChannel => (isDormant(served) ? served.slept.channel : served.channel);

/** Whether the match is being played. */
export const isPlayed = ({ served }: Held): boolean =>
  isDormant(served) ? served.isLive : hasLiveBoard(served.match().state);

export function openDormancy({ matches, open, timing }: DormancyDeps) {
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= inTurns(sleepers()).finally(() => {
      looking = null;
    });
  }, timing.dormantMs / LOOKS).unref();

  /** Puts the quiet matches to sleep, in pieces. */
  function* sleepers(): Generator<void, void> {
    const quietSince = performance.now() - timing.dormantMs;
    let sleeping = 0;
    for (const [ref, held] of matches) {
      const { served } = held;
      if (!isDormant(served) && held.activeAt <= quietSince && maySleep(served)) {
        yield* putToSleep(ref, held, served);
        sleeping += 1;
        if (sleeping === SLEEPERS_MAX) return;
      }
      yield;
    }
  }

  const maySleep = (live: LiveMatch): boolean =>
    live.isIdle() && live.channel.isQuiet() && live.match().markers.size <= DORMANT_MARKERS_MAX;

  function* putToSleep(ref: MatchRef, held: Held, live: LiveMatch): Generator<void, void> {
    const { activeAt } = held;
    const { channel } = live;
    const match = live.match();
    /** Between two pieces it may be used, and then it stays awake. */
    const isUnused = (): boolean =>
      held.served === live &&
      held.activeAt === activeAt &&
      live.match() === match &&
      matches.get(ref) === held &&
      maySleep(live);
    const dormant = yield* fallAsleep(match, live.slept());
    if (!isUnused()) return;
    yield* channel.seal();
    if (!isUnused()) return;
    live.retire();
    held.served = dormant;
    channel.sleep(wakerOf(ref, held, dormant));
  }

  /** Outside the function that puts to sleep: a closure in there would keep the awake match in memory. */
  const wakerOf = (ref: MatchRef, held: Held, dormant: Dormant) => (): Moment =>
    awaken(ref, held, atOnce(wakeUp(dormant)));

  /** Serves the match again. Returns its position and state, which its channel needs. */
  function awaken(ref: MatchRef, held: Held, woken: PositionedMatch & Slept): Moment {
    const live = open(ref, woken);
    held.served = live;
    held.activeAt = performance.now();
    return { seq: woken.seq, at: woken.at, state: live.match().state };
  }

  /** The match, awake. */
  async function wake(ref: MatchRef, held: Held): Promise<LiveMatch> {
    const { served } = held;
    if (!isDormant(served)) return served;
    const woken = await inTurns(wakeUp(served));
    // Its channel may have woken it meanwhile, because a subscriber needed a state at once.
    if (held.served === served) channelOf(held).wake(awaken(ref, held, woken));
    return wake(ref, held);
  }

  return {
    wake,
    close(): void {
      clearInterval(timer);
    },
  };
}
