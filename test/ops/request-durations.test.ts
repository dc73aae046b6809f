import { expect, it } from 'vitest';
import { openRequestDurations } from '../../src/ops/request-durations.ts';

it('counts requests by route and status into buckets that add up', () => {
  const times = openRequestDurations();
  for (const seconds of [0.0005, 0.001, 0.002, 0.3, 7]) times.observe('getLive', 200, seconds);
  times.observe('getLive', 304, 0.0001);
  const lines = times.text().split('\n');
  const labels = 'route="getLive",status="200"';
  expect(lines).toContain('# TYPE touchline_request_seconds histogram');
  expect(lines).toContain(`touchline_request_seconds_bucket{${labels},le="0.001"} 2`);
  expect(lines).toContain(`touchline_request_seconds_bucket{${labels},le="0.0025"} 3`);
  expect(lines).toContain(`touchline_request_seconds_bucket{${labels},le="0.25"} 3`);
  expect(lines).toContain(`touchline_request_seconds_bucket{${labels},le="0.5"} 4`);
  expect(lines).toContain(`touchline_request_seconds_bucket{${labels},le="5"} 4`);
  expect(lines).toContain(`touchline_request_seconds_bucket{${labels},le="+Inf"} 5`);
  expect(lines).toContain(`touchline_request_seconds_count{${labels}} 5`);
  expect(lines).toContain(`touchline_request_seconds_count{route="getLive",status="304"} 1`);
  expect(times.text().endsWith('\n')).toBe(true);
});
