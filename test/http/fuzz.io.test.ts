// Hostile input, drawn from a seed: bytes, requests, frames, data files and sequences of markers, beside an honest client.
// SEED=n draws the same cases again; `npm run soak -- --fuzz` runs longer and replays single cases (loadtest/README.md).
import { expect, test } from 'vitest';
import { KINDS } from '../support/fuzz/cases.ts';
import { fuzz } from '../support/fuzz/run.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
/** Time for the cases, ms. */
const CASES_MS = 12_000;
/** The longest that the honest client may wait beside other tests, ms. */
const HONEST_MS = 5_000;

test(`hostile input neither breaks nor stops the gateway (SEED=${seed})`, async () => {
  const { counts, found, honest } = await fuzz({ seed, ms: CASES_MS, limitMs: HONEST_MS });
  expect(found).toEqual([]);
  expect(honest.rounds).toBeGreaterThan(5);
  for (const { name } of KINDS) expect(counts.get(name)?.cases, name).toBeGreaterThan(5);
});
