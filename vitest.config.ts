import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Pages take longest, then what needs a database. A long file that begins last would run alone in the end. */
const KINDS = ['.page.test.ts', '.cluster.test.ts', '.io.test.ts', '.test.ts'];
const kindOf = ({ moduleId }: TestSpecification): number => KINDS.findIndex((ending) => moduleId.endsWith(ending));

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => kindOf(a) - kindOf(b));
  }
}

/** Transformed modules. Of one `npm test`, which starts several runs, the first that needs a module transforms it for all. */
const modules = process.env['TEST_MODULES_FOLDER'] ?? '.cache/test-modules';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/support/held-fetch.ts'],
    pool: 'forks',
    // Two files at a time on two cores: more only makes the embedded databases wait for each other.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // Time only ends a wait as a failure: long enough for a busy machine that is four times slower than ours.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 40_000 } },
    reporters: ['default'],
    experimental: { fsModuleCache: true, fsModuleCachePath: modules },
  },
});
