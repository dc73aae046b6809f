// Plays a match script on a running server: each marker at its time, the clock kept right in between.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { timeSchema } from '../../../protocol/rest/bodies.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { type PlannedStep, planSteps } from './plan.ts';
import { type ClockStart, NO_PLAYHEAD, openPlayhead } from './playhead.ts';
import { type Rest, RestFailure } from './rest.ts';
import { type MatchScript, type Step, stepsOf } from './script.ts';
import type { Target } from './target.ts';

export type Replay = {
  readonly rest: Rest;
  readonly target: Target;
  readonly script: MatchScript;
  /** 1 is the pace at which it was played. */
  readonly speed: number;
  /** Begin by clearing what the match has: then the markers get ids of their own, since cleared ones are not recorded anew. */
  readonly reset: boolean;
  /** Breaks are cut to this length, ms. */
  readonly longestBreakMs?: number;
  readonly signal: AbortSignal;
  /** Hears of each marker that was posted. */
  readonly onStep?: (step: Step) => void;
  /** Hears what the server could not tell of a marker. */
  readonly onWarning?: (warning: string) => void;
};
export type Played = { readonly created: number; /** Markers that the match had already. */ readonly repeated: number };

/** How often the clock is moved on. */
const CLOCK_STEP_MS = 500;
/** A replay that is over sooner is not for watching: nobody needs its clock. */
const WATCHED_MS = 5_000;
const DEFAULT_HALF_MS = 45 * 60_000;

const listing = z.object({
  game: z.object({ id: z.number() }).optional(),
  match: z.object({ id: z.number() }).optional(),
  markers: z.array(z.object({ type: z.string(), timestamp: timeSchema })),
});
const boards = z.object({
  state: z.object({
    matches: z.record(z.string(), z.object({ clock: z.object({ period_ends_ms: z.number().optional() }) })),
  }),
});
const answer = z.object({ warnings: z.array(z.string()).optional() });

/** Posts every marker of the script at its time. Throws RestFailure, or the signal's reason when it is aborted. */
export async function playScript(replay: Replay): Promise<Played> {
  const { rest, target, speed, reset, signal } = replay;
  const steps = planSteps(stepsOf(replay.script, target.kind), speed, replay.longestBreakMs ?? Infinity);
  const { body } = await rest.send('GET', target.markers);
  const before = listing.parse(body);
  const kickOff = kickOffFor(steps, before.markers);
  const began = performance.now();
  let repeated = 0;

  async function post(id: string, type: string, at: number, fields: object): Promise<boolean> {
    const pairing = target.matchId === null ? {} : { match_id: target.matchId };
    const marker = { id, timestamp: new Date(at).toISOString(), type, ...pairing, ...fields };
    const { status, body: answered } = await rest.send('POST', target.post, marker);
    for (const warning of answer.safeParse(answered).data?.warnings ?? []) replay.onWarning?.(warning);
    return status === 201;
  }

  async function erase(id: string): Promise<void> {
    try {
      await rest.send('DELETE', `${target.markers}/${id}`);
    } catch (error) {
      // A repeat after a lost answer finds it gone; so does whoever comes after a reset.
      if (!(error instanceof RestFailure && error.status === 404)) throw error;
    }
  }

  if (reset) await post(randomUUID(), 'ResetMatch', kickOff + (steps[0]?.offsetMs ?? 0) - 1_000, {});
  const channel = target.kind === 'game' ? `game:${before.game?.id}` : `match:${before.match?.id}`;
  const hand: ClockStart = {
    record: async (id, type, at) => {
      await post(id, type, at, {});
    },
    erase,
    now: Date.now,
    halfLength: () => halfLength(rest, channel),
  };
  const isWatched = speed > 1 && (steps.at(-1)?.dueMs ?? 0) >= WATCHED_MS;
  const playhead = isWatched ? openPlayhead(hand, kickOff) : NO_PLAYHEAD;

  /** Waits until `step` is due and moves the clock on meanwhile. */
  async function waitFor(step: PlannedStep, from: PlannedStep): Promise<void> {
    for (;;) {
      const nowMs = performance.now() - began;
      if (nowMs >= step.dueMs) return;
      await sleep(Math.min(CLOCK_STEP_MS, step.dueMs - nowMs), undefined, { signal });
      const reached = from.offsetMs + (performance.now() - began - from.dueMs) * speed;
      if (reached < step.offsetMs) await playhead.reach(Math.max(reached, from.offsetMs + 1));
    }
  }

  let previous: PlannedStep | undefined;
  for (const step of steps) {
    if (previous) await waitFor(step, previous);
    await playhead.before(step);
    const isNew = await post(reset ? randomUUID() : step.scriptId, step.type, kickOff + step.offsetMs, step.fields);
    if (!isNew) repeated += 1;
    await playhead.after(step, isNew);
    replay.onStep?.(step);
    previous = step;
  }
  await playhead.remove();
  return { created: steps.length - repeated, repeated };
}

/**
 * The kick-off at which the last marker falls on the present when it is due: nothing is dated ahead, and at speed 1 it is
 * now. Later than that where a reset of the match would otherwise clear what is to come.
 */
function kickOffFor(steps: readonly PlannedStep[], markers: readonly { type: string; timestamp: number }[]): number {
  const first = steps[0]?.offsetMs ?? 0;
  const last = steps.at(-1);
  const resets = markers.filter((marker) => marker.type === 'ResetMatch').map((marker) => marker.timestamp);
  const endsNow = Date.now() + (last ? last.dueMs - last.offsetMs : 0);
  return Math.round(Math.max(endsNow, ...resets.map((at) => at + 2_000 - first)));
}

/** ms of a half, from the live snapshot; 45 minutes where it cannot be read. */
async function halfLength(rest: Rest, channel: string): Promise<number> {
  try {
    const { body } = await rest.send('GET', `${API_ROOT}/live/${channel}`);
    const ends = Object.values(boards.parse(body).state.matches).flatMap((board) => board.clock.period_ends_ms ?? []);
    return Math.min(...ends, DEFAULT_HALF_MS);
  } catch (error) {
    if (error instanceof RestFailure || error instanceof z.ZodError) return DEFAULT_HALF_MS;
    throw error;
  }
}
