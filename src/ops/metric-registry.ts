// A registry of metrics: those of the process, and short ways to declare more. Each series is read when it is asked for.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { SECONDS } from './histogram.ts';
import { openFiles } from './open-files.ts';

/**
 * The library measures how late a timer is, and its timer would wake an idle process a hundred times a second. It cannot be left
 * out, so its first tick is as far away as a timer can be, ms, and its series are removed. The turns say more (event-loop-turns.ts).
 */
const NEVER_MS = 2 ** 31 - 1;
const LATE_TIMERS = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'];

type Values = Iterable<readonly [label: string | number, value: number]>;

export type MetricRegistry = ReturnType<typeof openMetricRegistry>;

/** Each gateway has its own registry, so that two gateways in one process do not add up. */
export function openMetricRegistry() {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: NEVER_MS });
  for (const what of LATE_TIMERS) register.removeSingleMetric(`nodejs_eventloop_lag_${what}_seconds`);
  const registers = [register];
  // The library lists one name for each connection, in one turn of the event loop.
  register.removeSingleMetric('process_open_fds');
  const registry = {
    register,
    counter(name: string, help: string, value: () => number): void {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(value());
        },
      });
    },
    countersBy(label: string, name: string, help: string, values: () => Values): void {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset();
          for (const [key, value] of values()) this.inc({ [label]: key }, value);
        },
      });
    },
    /** null: the last value stays. */
    gauge(name: string, help: string, value: () => number | null | Promise<number | null>): void {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const now = await value();
          if (now !== null) this.set(now);
        },
      });
    },
    gaugesBy(label: string, name: string, help: string, values: () => Promise<Values>): void {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          for (const [key, value] of await values()) this.set({ [label]: key }, value);
        },
      });
    },
    /** Always 1; the labels say it. */
    info(name: string, help: string, labels: Readonly<Record<string, string>>): void {
      new Gauge({ name, help, labelNames: Object.keys(labels), registers }).set(labels, 1);
    },
    histogram: (name: string, help: string, buckets = SECONDS): Histogram =>
      new Histogram({ name, help, buckets, registers }),
  };
  registry.gauge('process_open_fds', 'Number of open file descriptors.', openFiles);
  return registry;
}
