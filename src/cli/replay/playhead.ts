// The clock of a replay that runs faster than real time.
//
// A scoreboard computes its clock: the match clock at the last marker that changed it, plus the real time since then. A
// replay at 30 times the speed has to show half a minute of the match per second. So markers are sent with their real
// distances in time, but in the past, such that the last marker falls on the present when it is due. Every minute, pause
// and length of a half comes out as in the real match. After the newest marker the replay sets two markers of its own, the
// playhead: a `Break` at the moment that the replay has reached, and a `Resume` at the present. Together they mean "the
// clock shows 63:20 now and runs", which every screen understands. The playhead moves twice a second, is removed when the
// script itself stops the clock, and is removed at the end, so that only the script's markers stay.
//
// The order of each move keeps the clock running on screens. The new pair is sent first and has no effect while the old
// pair is there (a running clock cannot be resumed, a stopped one cannot be paused); then the old pair is deleted. Both
// markers of a pair are sent together, usually in one commit. If a screen sees one before the other, its clock is wrong by
// the time between two moves.
//
// One case has no `Resume`: late in a first half, a pause of five minutes or more that ends with `Resume` counts as half-time
// (rule LIFE-5). There the clock stands still between two moves.
import { randomUUID } from 'node:crypto';
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import { STARTS_CLOCK, STOPS_CLOCK } from './plan.ts';
import type { Step } from './script.ts';

/** Access of the playhead to the match. */
export type ClockStart = {
  /** Records a marker of the playhead; `at`: ms since 1970. */
  record(id: string, type: MarkerType, at: number): Promise<void>;
  erase(id: string): Promise<void>;
  /** Current time, ms since 1970. */
  now(): number;
  /** Length of a half, ms; called after the match has begun. */
  halfLength(): Promise<number>;
};

/** Share of a half after which a long pause with `Resume` counts as half-time. */
const LATE_IN_HALF = 0.9;

/** A playhead for a match whose kick-off is at `kickOff` (ms since 1970). */
export function openPlayhead(start: ClockStart, kickOff: number) {
  let pause: string | null = null;
  let resume: string | null = null;
  let runs = false;
  let inFirstHalf = false;
  let lateMs = Infinity;
  let withdrawn = false;

  async function put(type: 'Break' | 'Resume', at: number): Promise<string> {
    const id = randomUUID();
    await start.record(id, type, at);
    return id;
  }

  async function halt(): Promise<void> {
    const old = resume;
    resume = null;
    if (old !== null) await start.erase(old);
  }

  async function moveTo(offsetMs: number): Promise<void> {
    const at = kickOff + Math.floor(offsetMs);
    const [oldPause, oldResume] = [pause, resume];
    // If the match time is the present or later, a `Resume` does not fit.
    if (at > start.now()) return remove();
    if (inFirstHalf && offsetMs >= lateMs) {
      await halt();
      pause = await put('Break', at);
      if (oldPause !== null) await start.erase(oldPause);
      return;
    }
    [resume, pause] = await Promise.all([put('Resume', start.now()), put('Break', at)]);
    await Promise.all([oldPause, oldResume].filter((id) => id !== null).map((id) => start.erase(id)));
  }

  /** Removes the playhead. */
  async function remove(): Promise<void> {
    await halt();
    const old = pause;
    pause = null;
    if (old !== null) await start.erase(old);
  }

  return {
    /** The replay has reached `offsetMs` after kick-off and no marker is due: moves the clock if it runs. */
    async reach(offsetMs: number): Promise<void> {
      if (runs && !withdrawn) await moveTo(offsetMs);
    },
    /**
     * Removes the playhead before a step that needs it gone. Before a step that starts the clock, sets it: so it exists when the clock
     * starts, and screens never show a clock that runs from long ago.
     */
    async before(step: Step): Promise<void> {
      if (withdrawn) return;
      if (STOPS_CLOCK.has(step.type)) {
        if (runs) await moveTo(step.offsetMs - 1);
        await halt();
      } else if (runs || STARTS_CLOCK.has(step.type)) await moveTo(step.offsetMs + 1);
    },
    /** The step was posted. `isNew`: the match did not have it yet. */
    async after(step: Step, isNew: boolean): Promise<void> {
      if (withdrawn) return;
      if (STOPS_CLOCK.has(step.type)) {
        await remove();
        runs = false;
        if (step.type !== 'Break' || step.offsetMs >= lateMs) inFirstHalf = false;
      } else if (STARTS_CLOCK.has(step.type)) {
        runs = true;
        if (step.type === 'Start' && lateMs === Infinity) {
          inFirstHalf = true;
          lateMs = LATE_IN_HALF * (await start.halfLength());
        }
        // The match already had this step at another time, so its clock must not be moved.
        if (!isNew) {
          withdrawn = true;
          await remove();
        }
      }
    },
    remove,
  };
}
