import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/held-fetch.ts'],
    pool: 'forks',
    // Two files at a time on two cores: more only makes the embedded databases wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 15_000,
    // Time only ends such a wait as a failure: long enough for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default'],
  },
});
