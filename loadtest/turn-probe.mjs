// Loaded into a gateway before its own code (`--import`): writes down each long turn of its event loop, by the clock and by the CPU time
// of the thread, with the garbage collection in it. On a busy machine a turn is long by the clock because the process waits for a
// processor; that is not the gateway's doing. Node.js 20 does not tell the CPU time of a thread, so Linux is asked.
import { appendFileSync, openSync, readSync } from 'node:fs';
import { performance, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Shorter turns are only counted, ms. */
const LONG_MS = 5;
const WRITE_EVERY_MS = 500;

const file = process.env['TURNS_FILE'];
if (isMainThread && file) watch(file);

function watch(to) {
  // "CPU time, time in the queue, …" in nanoseconds, as of the last tick of the kernel.
  const schedstat = openSync('/proc/thread-self/schedstat', 'r');
  const bytes = Buffer.alloc(64);
  const cpuNow = () => Number(bytes.toString('latin1', 0, readSync(schedstat, bytes, 0, 64, 0)).split(' ')[0]) / 1e6;
  /** Long turns and garbage collections since the last line; a collection may belong to the turn that still runs. */
  let long = [];
  let collections = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) collections.push([startTime, startTime + duration]);
  }).observe({ entryTypes: ['gc'] });

  let turns = 0;
  let [now, idle, cpu] = [performance.now(), performance.eventLoopUtilization().idle, cpuNow()];

  function probe() {
    const [began, idleBefore, cpuBefore] = [now, idle, cpu];
    now = performance.now();
    ({ idle } = performance.eventLoopUtilization());
    cpu = cpuNow();
    turns += 1;
    const wallMs = now - began - (idle - idleBefore);
    if (wallMs > LONG_MS) long.push({ at: began, until: now, wallMs, cpuMs: cpu - cpuBefore });
    setImmediate(probe).unref();
  }

  setImmediate(probe).unref();
  setInterval(() => {
    const overlap = ({ at, until }) =>
      collections.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(until, to) - Math.max(at, from)), 0);
    appendFileSync(to, `${JSON.stringify({ turns, long: long.map((turn) => ({ ...turn, gcMs: overlap(turn) })) })}\n`);
    long = [];
    collections = collections.filter(([, to]) => to > now);
  }, WRITE_EVERY_MS).unref();
}
