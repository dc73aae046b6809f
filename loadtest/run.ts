// `npm run loadtest -- SCENARIO`: each scenario runs with its baseline in the same run.
import { fanout } from './fanout.ts';
import { markers } from './markers.ts';
import { type Options, readOptions } from './options.ts';
import { reads } from './reads.ts';
import { slow } from './slow.ts';
import { storm } from './storm.ts';
import { turns } from './turns.ts';

const scenarios: Readonly<Record<string, (options: Options) => Promise<void>>> = {
  fanout,
  markers,
  reads,
  slow,
  storm,
  turns,
};

const options = readOptions(process.argv.slice(2));
const scenario = scenarios[options.scenario];
if (!scenario) {
  console.error(
    `npm run loadtest -- ${Object.keys(scenarios).join('|')} [--rounds N] [--subscribers N] [--seconds N] [--cpu-prof FOLDER]`,
  );
  process.exit(2);
}
await scenario(options);
process.exit(0);
