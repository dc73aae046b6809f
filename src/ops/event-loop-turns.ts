// Measures how long the turns of the event loop take: every client waits at least for the current turn.
//
// perf_hooks.monitorEventLoopDelay does not measure this: it samples how late a timer is. It misses a turn between two samples,
// and one long turn is one sample among many that measured the sleep. Here each turn counts once. The probe is an immediate
// that does not keep the loop awake (`unref`): it runs once in each turn, after the loop has slept and worked. The time since
// the last run without the time asleep (`eventLoopUtilization().idle`) is the length of the turn. Each run costs about a
// microsecond.
import { performance } from 'node:perf_hooks';
import { histogramText, openHistogram, SECONDS } from './histogram.ts';

const NAME = 'touchline_event_loop_turn_seconds';

export type EventLoopTurns = ReturnType<typeof watchTurns>;

/** Counts all turns of this process from now on. */
export function watchTurns() {
  const turns = openHistogram(SECONDS.filter((bound) => bound < 5));
  let now = performance.now();
  let idle = performance.eventLoopUtilization().idle;
  let probe = setImmediate(measure).unref();

  function measure(): void {
    const [before, idleBefore] = [now, idle];
    now = performance.now();
    ({ idle } = performance.eventLoopUtilization());
    turns.observe(Math.max(0, now - before - (idle - idleBefore)) / 1_000);
    probe = setImmediate(measure).unref();
  }

  return {
    /** The histogram in the text format of Prometheus. */
    text: (): string =>
      histogramText(NAME, 'Length of the turns of the event loop, without the time asleep.', turns.lines(NAME)),
    stop(): void {
      clearImmediate(probe);
    },
  };
}
