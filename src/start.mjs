// `npm start` and its siblings: builds what is not built, then becomes that program, in this process, so that a signal
// sent to it reaches the program.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt, markInUse } from './cli/build.mjs';

const programs = ['main', 'import', 'replay', 'demo', 'set-password'];

const [first] = process.argv.slice(2);
const program = programs.includes(first) ? first : 'main';
if (program === first) process.argv.splice(2, 1);

process.setSourceMapsEnabled(true);
const folder = await ensureBuilt().catch((error) => {
  process.stderr.write(`The build failed: ${error.message}\n`);
  process.exit(1);
});
await markInUse(folder);
await import(pathToFileURL(path.join(folder, `${program}.js`)).href);
