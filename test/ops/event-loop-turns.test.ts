// The histogram of the turns of the event loop.
import { afterEach, expect, it } from 'vitest';
import { type EventLoopTurns, watchTurns } from '../../src/ops/event-loop-turns.ts';

let turns: EventLoopTurns;
afterEach(() => {
  turns.stop();
});

const countOf = (le: string): number =>
  Number(new RegExp(`_bucket\\{le="${le.replace('+', '\\+')}"\\} (\\d+)`).exec(turns.text())?.[1]);
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 1);
  });

it('counts a turn that works as long as it works', async () => {
  turns = watchTurns();
  await turn();
  await turn();
  const [short, all] = [countOf('0.025'), countOf('+Inf')];
  const until = performance.now() + 60;
  while (performance.now() < until);
  await turn();
  await turn();
  expect(countOf('+Inf')).toBeGreaterThan(all);
  expect(countOf('+Inf') - countOf('0.05'), 'the long one').toBeGreaterThanOrEqual(1);
  expect(short).toBeGreaterThanOrEqual(1);
});

it('does not count the time asleep, and does not keep the loop awake', async () => {
  turns = watchTurns();
  await turn();
  const before = countOf('+Inf');
  const began = process.cpuUsage();
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  const { user, system } = process.cpuUsage(began);
  const sum = Number(/_sum (\S+)/.exec(turns.text())?.[1]);
  expect(sum, 'seconds').toBeLessThan(0.3);
  expect(countOf('+Inf') - before, 'turns in 300 ms; a loop kept awake makes many thousands').toBeLessThan(1_000);
  expect(user + system, 'µs of CPU').toBeLessThan(250_000);
});

it('rule OPS-18: is a histogram of Prometheus', () => {
  turns = watchTurns();
  expect(turns.text()).toMatch(
    /^# HELP touchline_event_loop_turn_seconds .+\n# TYPE touchline_event_loop_turn_seconds histogram\n(?:touchline_event_loop_turn_seconds_bucket\{le="[\d.]+"\} \d+\n){11}touchline_event_loop_turn_seconds_bucket\{le="\+Inf"\} \d+\ntouchline_event_loop_turn_seconds_sum \S+\ntouchline_event_loop_turn_seconds_count \d+\n$/,
  );
});
