// The histogram of the turns of the event loop.
import { afterEach, expect, it } from 'vitest';
import { type EventLoopTurns, watchTurns } from '../../src/ops/event-loop-turns.ts';
import { countTurns } from '../support/count-turns.ts';

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

/** Turns counted in 300 ms. */
async function turnsIn300Ms(): Promise<number> {
  const before = countOf('+Inf');
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  return countOf('+Inf') - before;
}

it('does not count the time asleep, and does not keep the loop awake', async () => {
  const immediates = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Immediate').length;
  const kept = immediates();
  turns = watchTurns();
  await turn();
  const began = process.cpuUsage();
  const asleep = await turnsIn300Ms();
  const { user, system } = process.cpuUsage(began);
  const sum = Number(/_sum (\S+)/.exec(turns.text())?.[1]);
  expect(sum, 'seconds').toBeLessThan(0.3);
  expect(user + system, 'µs of CPU').toBeLessThan(250_000);
  expect(immediates(), 'immediates that keep the loop awake').toBeLessThanOrEqual(kept);

  const awake = countTurns();
  const most = await turnsIn300Ms();
  awake.stop();
  expect(asleep, 'turns in 300 ms, of those of a loop that is kept awake').toBeLessThan(most / 5);
});

it('rule OPS-18: is a histogram of Prometheus', () => {
  turns = watchTurns();
  expect(turns.text()).toMatch(
    /^# HELP touchline_event_loop_turn_seconds .+\n# TYPE touchline_event_loop_turn_seconds histogram\n(?:touchline_event_loop_turn_seconds_bucket\{le="[\d.]+"\} \d+\n){11}touchline_event_loop_turn_seconds_bucket\{le="\+Inf"\} \d+\ntouchline_event_loop_turn_seconds_sum \S+\ntouchline_event_loop_turn_seconds_count \d+\n$/,
  );
});
