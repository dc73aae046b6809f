// The metrics of several workers, added up.
import { expect, it } from 'vitest';
import { addedMetrics, countersOf } from '../../src/ops/added-metrics.ts';

const worker = (open: number, up: number, lag: number): string => `# HELP open Open now.
# TYPE open gauge
open ${open}

# HELP seconds Times.
# TYPE seconds histogram
seconds_bucket{route="a b",le="+Inf"} ${open}
seconds_sum{route="a b"} 0.5
# HELP touchline_database_up Up.
# TYPE touchline_database_up gauge
touchline_database_up ${up}
# HELP nodejs_eventloop_lag_seconds Lag.
# TYPE nodejs_eventloop_lag_seconds gauge
nodejs_eventloop_lag_seconds ${lag}
`;

it('adds counts, takes the lowest of what says yes or no, and the highest of what one process has', () => {
  const other = '# HELP only Here.\n# TYPE only counter\nonly{a="1"} 3\n';
  expect(
    addedMetrics([worker(2, 1, 0.1), worker(5, 0, 0.3), other])
      .split('\n')
      .filter((line) => line !== ''),
  ).toEqual([
    '# HELP open Open now.',
    '# TYPE open gauge',
    'open 7',
    '# HELP seconds Times.',
    '# TYPE seconds histogram',
    'seconds_bucket{route="a b",le="+Inf"} 7',
    'seconds_sum{route="a b"} 1',
    '# HELP touchline_database_up Up.',
    '# TYPE touchline_database_up gauge',
    'touchline_database_up 0',
    '# HELP nodejs_eventloop_lag_seconds Lag.',
    '# TYPE nodejs_eventloop_lag_seconds gauge',
    'nodejs_eventloop_lag_seconds 0.3',
    '# HELP only Here.',
    '# TYPE only counter',
    'only{a="1"} 3',
  ]);
});

it('gives the text of one worker back', () => {
  const text = worker(2, 1, 0.1);
  const lines = (of: string): string[] => of.split('\n').filter((line) => line !== '');
  expect(lines(addedMetrics([text]))).toEqual(lines(text));
});

it('takes the most that one process has of what each of them may have', () => {
  const gauge = (name: string, value: number): string => `# HELP ${name} Is.\n# TYPE ${name} gauge\n${name} ${value}\n`;
  const ofOne = (files: number, lag: number): string =>
    gauge('process_open_fds', files) + gauge('process_max_fds', 1_000) + gauge('touchline_checkpoint_lag_seconds', lag);
  const samples = addedMetrics([ofOne(500, 0.2), ofOne(600, 0.3)]).match(/^[a-z].*$/gm);
  expect(samples).toEqual(['process_open_fds 600', 'process_max_fds 1000', 'touchline_checkpoint_lag_seconds 0.3']);
});

it('keeps the counters and histograms of a worker that has ended', () => {
  const counter = '# HELP only Here.\n# TYPE only counter\nonly{a="1"} 3\n';
  expect(countersOf(worker(2, 1, 0.1) + counter).split('\n')).toEqual([
    '# HELP seconds Times.',
    '# TYPE seconds histogram',
    'seconds_bucket{route="a b",le="+Inf"} 2',
    'seconds_sum{route="a b"} 0.5',
    ...counter.split('\n'),
  ]);
});
