// Errors that repeat (rule OPS-19).
import { expect, it } from 'vitest';
import { createLogger } from '../../src/ops/logger.ts';
import { openRepeats, REPEAT_MS, REPEATS_MAX } from '../../src/ops/repeats.ts';

function openTestRepeats() {
  const lines: Record<string, unknown>[] = [];
  const clock = { now: 0 };
  const logger = createLogger('warn', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  return { lines, clock, logRepeats: openRepeats(logger, () => clock.now) };
}

it('rule OPS-19: an error that repeats is logged with its stack once, then once a minute with its count', () => {
  const { lines, clock, logRepeats } = openTestRepeats();
  for (let second = 0; second <= 120; second += 1) {
    clock.now = second * 1_000;
    logRepeats('warn', 'a request was answered 503', new Error('disk full'), { route: 'postGameMarker' });
  }
  expect(lines.map(({ msg, count, err }) => [msg, count, err !== undefined])).toEqual([
    ['a request was answered 503', undefined, true],
    ['a request was answered 503, again and again', 60, false],
    ['a request was answered 503, again and again', 60, false],
  ]);
  expect(lines[1]).toMatchObject({ level: 'warn', reason: 'disk full', route: 'postGameMarker' });
});

it('rule OPS-19: another error, and one that comes back after a quiet minute, have their stacks', () => {
  const { lines, clock, logRepeats } = openTestRepeats();
  logRepeats('error', 'failed', new Error('one'));
  logRepeats('error', 'failed', new Error('two'));
  clock.now = REPEAT_MS;
  logRepeats('error', 'failed', new Error('one'));
  expect(lines.map(({ err }) => err)).toMatchObject([{ message: 'one' }, { message: 'two' }, { message: 'one' }]);
});

it(`rule OPS-19: at most ${String(REPEATS_MAX)} errors are remembered`, () => {
  const { lines, logRepeats } = openTestRepeats();
  const different = (count: number) => {
    for (let id = 0; id < count; id += 1) logRepeats('error', 'failed', new Error(`match ${String(id)}`));
  };
  different(REPEATS_MAX);
  different(REPEATS_MAX);
  expect(lines).toHaveLength(REPEATS_MAX);
  logRepeats('error', 'failed', new Error('one more'));
  different(1);
  expect(lines).toHaveLength(REPEATS_MAX + 2);
});
