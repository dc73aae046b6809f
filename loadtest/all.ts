// `npm run loadtest -- all`: every scenario, one after the other, each with its usual options unless the command line has others.
import { readOptions } from './options.ts';
import { scenarios } from './scenarios.ts';

/** Returns the names of the scenarios that failed. */
export async function runAll(argv: readonly string[]): Promise<readonly string[]> {
  const shares = [...scenarios].map(([name, { minutes }]) => {
    const { rounds } = readOptions(argv, name);
    return (minutes * rounds) / readOptions([], name).rounds;
  });
  const total = shares.reduce((sum, share) => sum + share, 0);
  console.log(`${scenarios.size} scenarios, about ${Math.ceil(total)} minutes on two free cores`);
  const failed: string[] = [];
  let done = 0;
  for (const [index, [name, { run }]] of [...scenarios].entries()) {
    console.log(`\n${name}: ${index + 1} of ${scenarios.size}, about ${Math.ceil(total - done)} minutes left\n`);
    try {
      await run(readOptions(argv, name));
    } catch (error) {
      console.error(error);
      failed.push(name);
    }
    done += shares[index] ?? 0;
  }
  return failed;
}
