// `npm run loadtest -- SCENARIO`: each scenario runs with its baseline in the same run.
import { runAll } from './all.ts';
import { HELP, readOptions } from './options.ts';
import { scenarios } from './scenarios.ts';

const argv = process.argv.slice(2);
const options = readOptions(argv);
const scenario = scenarios.get(options.scenario);
if (options.help) console.log(HELP);
else if (options.scenario === 'all') {
  const failed = await runAll(argv);
  if (failed.length > 0) {
    console.error(`failed: ${failed.join(', ')}`);
    process.exit(1);
  }
} else if (scenario) await scenario.run(options);
else {
  console.error(HELP);
  process.exit(2);
}
process.exit(0);
