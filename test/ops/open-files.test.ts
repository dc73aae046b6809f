// The number of open files in `/metrics`.
import { closeSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openFiles } from '../../src/ops/open-files.ts';

it.skipIf(process.platform !== 'linux')('counts the open files of the process', async () => {
  const before = (await openFiles()) ?? 0;
  const files = Array.from({ length: 50 }, () => openSync('/dev/null', 'r'));
  const then = (await openFiles()) ?? 0;
  for (const file of files) closeSync(file);
  expect(before).toBeGreaterThan(2);
  // The test runner opens and closes some too.
  expect(then - before).toBeGreaterThan(30);
});
