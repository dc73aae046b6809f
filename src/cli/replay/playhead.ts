// The clock of a replay that runs faster than life.
//
// A scoreboard works the clock out: the match clock at the marker that last changed it, plus the time that has gone by
// since. Real time, that is, and a replay at 30 times its speed has to show half a minute of match in a second. So the
// markers of the script are sent with the distances in time that they really had, placed in the past so that the last one
// falls on the present when it is its turn: every minute, pause and length of a half comes out as it was. Behind the newest
// of them stand two markers of ours, the playhead: a `Break` at the moment of the match that the replay has reached, and a
// `Resume` at the present. Between them they say "the clock shows 63:20 now and runs", which every screen understands,
// ours or not. The playhead moves on twice a second, is taken away whenever the script itself stops the clock, and is gone
// in the end: what stays is the script and nothing else.
//
// Each move is made in an order in which the clock is never seen to stand: the new pair comes first and changes nothing
// while the old one is there (who runs cannot be resumed, who is paused cannot be paused), then the old pair goes. Its two
// markers go together, mostly in one commit; were one seen to go before the other, the clock would be wrong by the time
// between two moves.
//
// One case has no `Resume`: late in a first half, a pause of five minutes or more that ends with `Resume` means half-time
// (see the lifecycle table), so there the clock stands between one move and the next.
import { randomUUID } from 'node:crypto';
import type { MarkerType } from '../../../protocol/rest/marker.ts';
import { startsClock, stopsClock } from './plan.ts';
import type { Step } from './script.ts';

export type Playhead = {
  /** The replay has reached `offsetMs` after kick-off and no marker is due: the clock is moved on, if it runs. */
  reach(offsetMs: number): Promise<void>;
  /** Makes way for a step that is about to be posted. */
  before(step: Step): Promise<void>;
  /** The step has been posted; `isNew`: the match did not have it. */
  after(step: Step, isNew: boolean): Promise<void>;
  /** Takes the playhead away. */
  remove(): Promise<void>;
};

/** What the playhead needs of the match. */
export type ClockStart = {
  /** Records a marker of the playhead's own; `at`: ms since 1970. */
  record(id: string, type: MarkerType, at: number): Promise<void>;
  erase(id: string): Promise<void>;
  /** The present, ms since 1970. */
  now(): number;
  /** ms of a half; asked once the match has begun. */
  halfLength(): Promise<number>;
};

/** For a replay at the pace of life, whose clock needs no help, and for one that is over before anybody looks. */
export const NO_PLAYHEAD: Playhead = {
  reach: () => Promise.resolve(),
  before: () => Promise.resolve(),
  after: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

/** Share of a half from which a long pause that ends with `Resume` counts as half-time. */
const LATE_IN_HALF = 0.9;

/** A playhead for a match whose kick-off is at `kickOff` (ms since 1970). */
export function openPlayhead(hand: ClockStart, kickOff: number): Playhead {
  let pause: string | null = null;
  let resume: string | null = null;
  let runs = false;
  let inFirstHalf = false;
  let lateMs = Infinity;
  let withdrawn = false;

  async function put(type: 'Break' | 'Resume', at: number): Promise<string> {
    const id = randomUUID();
    await hand.record(id, type, at);
    return id;
  }

  async function halt(): Promise<void> {
    const old = resume;
    resume = null;
    if (old !== null) await hand.erase(old);
  }

  async function moveTo(offsetMs: number): Promise<void> {
    const at = kickOff + Math.floor(offsetMs);
    const [oldPause, oldResume] = [pause, resume];
    // Where the time of the match is the present, or ahead of it, no `Resume` could follow.
    if (at > hand.now()) return remove();
    if (inFirstHalf && offsetMs >= lateMs) {
      await halt();
      pause = await put('Break', at);
      if (oldPause !== null) await hand.erase(oldPause);
      return;
    }
    [resume, pause] = await Promise.all([put('Resume', hand.now()), put('Break', at)]);
    await Promise.all([oldPause, oldResume].filter((id) => id !== null).map((id) => hand.erase(id)));
  }

  async function remove(): Promise<void> {
    await halt();
    const old = pause;
    pause = null;
    if (old !== null) await hand.erase(old);
  }

  return {
    async reach(offsetMs) {
      if (runs && !withdrawn) await moveTo(offsetMs);
    },
    async before(step) {
      if (withdrawn) return;
      if (stopsClock(step.type)) {
        if (runs) await moveTo(step.offsetMs - 1);
        await halt();
        // Set before its marker, the playhead is there when the clock starts: it is never seen to run from long ago.
      } else if (runs || startsClock(step.type)) await moveTo(step.offsetMs + 1);
    },
    async after(step, isNew) {
      if (withdrawn) return;
      if (stopsClock(step.type)) {
        await remove();
        runs = false;
        if (step.type !== 'Break' || step.offsetMs >= lateMs) inFirstHalf = false;
      } else if (startsClock(step.type)) {
        runs = true;
        if (step.type === 'Start' && lateMs === Infinity) {
          inFirstHalf = true;
          lateMs = LATE_IN_HALF * (await hand.halfLength());
        }
        // The match had it before, at another time: its clock is not ours to steer.
        if (!isNew) {
          withdrawn = true;
          await remove();
        }
      }
    },
    remove,
  };
}
