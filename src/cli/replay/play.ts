// Plays a match script on a running server: posts each marker at its time and keeps the clock right in between.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { timeSchema } from '../../../protocol/rest/fields.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { type PlannedStep, planSteps } from './plan.ts';
import { type ClockStart, openPlayhead } from './playhead.ts';
import { type Rest, RestFailure } from './rest.ts';
import { type MatchScript, type Step, stepsOf } from './script.ts';
import type { Target } from './target.ts';

type Replay = {
  readonly rest: Rest;
  readonly target: Target;
  readonly script: MatchScript;
  /** 1 is the real pace. */
  readonly speed: number;
  /** Clears the match first. Then markers get new ids, because cleared ids are not recorded again. */
  readonly reset: boolean;
  /** Breaks are cut to this length, ms. */
  readonly longestBreakMs?: number;
  readonly signal: AbortSignal;
  /** Called after each posted marker. */
  readonly onStep?: (step: Step) => void;
  /** Called for each warning of the server. */
  readonly onWarning?: (warning: string) => void;
};
export type Played = { readonly created: number; /** Markers that the match had already. */ readonly repeated: number };

/** Interval at which the clock is moved, ms. */
const CLOCK_STEP_MS = 500;
/** A replay shorter than this needs no moving clock, ms. */
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

/** Posts every marker of the script at its time. Throws RestFailure, or the reason of an aborted signal. */
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
      // It is already gone when a lost answer is repeated, or after a reset.
      if (!(error instanceof RestFailure && error.status === 404)) throw error;
    }
  }

  if (reset) await post(randomUUID(), 'ResetMatch', kickOff + (steps[0]?.offsetMs ?? 0) - 1_000, {});
  const channel = target.kind === 'game' ? `game:${before.game?.id}` : `match:${before.match?.id}`;
  const start: ClockStart = {
    record: async (id, type, at) => {
      await post(id, type, at, {});
    },
    erase,
    now: Date.now,
    halfLength: () => halfLength(rest, channel),
  };
  // A replay at the real pace has a clock that is right by itself.
  const isWatched = speed > 1 && (steps.at(-1)?.dueMs ?? 0) >= WATCHED_MS;
  const playhead = isWatched ? openPlayhead(start, kickOff) : null;

  /** Waits until `step` is due and moves the clock in the meantime. */
  async function waitFor(step: PlannedStep, from: PlannedStep): Promise<void> {
    for (;;) {
      const nowMs = performance.now() - began;
      if (nowMs >= step.dueMs) return;
      await sleep(Math.min(CLOCK_STEP_MS, step.dueMs - nowMs), undefined, { signal });
      const reached = from.offsetMs + (performance.now() - began - from.dueMs) * speed;
      if (reached < step.offsetMs) await playhead?.reach(Math.max(reached, from.offsetMs + 1));
    }
  }

  let previous: PlannedStep | undefined;
  for (const step of steps) {
    if (previous) await waitFor(step, previous);
    await playhead?.before(step);
    const isNew = await post(reset ? randomUUID() : step.scriptId, step.type, kickOff + step.offsetMs, step.fields);
    if (!isNew) repeated += 1;
    await playhead?.after(step, isNew);
    replay.onStep?.(step);
    previous = step;
  }
  await playhead?.remove();
  return { created: steps.length - repeated, repeated };
}

/**
 * The kick-off at which the last marker is due now: so no marker is in the future, and at speed 1 the kick-off is now. It is
 * later if a reset of the match would otherwise clear the markers.
 */
function kickOffFor(steps: readonly PlannedStep[], markers: readonly { type: string; timestamp: number }[]): number {
  const first = steps[0]?.offsetMs ?? 0;
  const last = steps.at(-1);
  const resets = markers.filter((marker) => marker.type === 'ResetMatch').map((marker) => marker.timestamp);
  const endsNow = Date.now() + (last ? last.dueMs - last.offsetMs : 0);
  return Math.round(Math.max(endsNow, ...resets.map((at) => at + 2_000 - first)));
}

/** Length of a half from the live snapshot, ms; 45 minutes if it cannot be read. */
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
