// The scenarios, in the order of `all`, each with the minutes that it takes with its usual options.
import { burst } from './burst.ts';
import { connect } from './connect.ts';
import { fanout } from './fanout.ts';
import { growth } from './growth.ts';
import { markers } from './markers.ts';
import { memory } from './memory.ts';
import type { Options } from './options.ts';
import { pages } from './pages.ts';
import { reads } from './reads.ts';
import { slow } from './slow.ts';
import { steady } from './steady.ts';
import { storm } from './storm.ts';
import { turns } from './turns.ts';
import { workers } from './workers.ts';

type Scenario = { readonly run: (options: Options) => Promise<void>; readonly minutes: number };

export const scenarios: ReadonlyMap<string, Scenario> = new Map(
  Object.entries({
    fanout: { run: fanout, minutes: 2 },
    markers: { run: markers, minutes: 2 },
    reads: { run: reads, minutes: 2 },
    pages: { run: pages, minutes: 1 },
    storm: { run: storm, minutes: 1 },
    slow: { run: slow, minutes: 3 },
    turns: { run: turns, minutes: 1 },
    burst: { run: burst, minutes: 4 },
    steady: { run: steady, minutes: 3 },
    connect: { run: connect, minutes: 1 },
    workers: { run: workers, minutes: 2 },
    memory: { run: memory, minutes: 8 },
    growth: { run: growth, minutes: 10 },
  }),
);
