// `npm run loadtest -- SCENARIO`: each scenario runs with its baseline in the same run.
import { HELP, readOptions } from './options.ts';
import { scenarios } from './scenarios.ts';

const options = readOptions(process.argv.slice(2));
const scenario = scenarios[options.scenario];
if (options.help || !scenario) {
  (options.help ? console.log : console.error)(HELP);
  process.exit(options.help ? 0 : 2);
}
await scenario(options);
process.exit(0);
