// `npm start` and the other commands: builds the code if needed, then runs the program in this process, so that signals reach
// it.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { ensureBuilt, markInUse, READ_ONLY } from './cli/build.mjs';
import { loadBinary } from './cli/supply-chain/native-binary.mjs';

const programs = [
  'main',
  'import',
  'replay',
  'demo',
  'set-password',
  'password-link',
  'erase-user',
  'backup',
  'restore',
];
/** The programs that open a server: they need the binary of uWebSockets.js. */
const servers = ['main', 'demo'];

/** For a checkout of another user. */
const NOT_OURS =
  '. This user may not write here: run "npm run build" as the owner of the checkout, and let others read it (umask 022).';

const NOT_INSTALLED = 'The packages are not installed. Run "npm ci" in the folder of this checkout.';

const fail = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};
const failFor = (error, line) => fail(String(error.code).endsWith('MODULE_NOT_FOUND') ? NOT_INSTALLED : line);

const [first] = process.argv.slice(2);
const program = programs.includes(first) ? first : 'main';
if (program === first) process.argv.splice(2, 1);

process.setSourceMapsEnabled(true);
// V8 collects young objects on several threads. For the small heaps here that costs much CPU time and saves no pause.
setFlagsFromString('--no-parallel-scavenge');
const binaryProblem = servers.includes(program)
  ? await loadBinary().catch((error) => failFor(error, error.stack))
  : null;
if (binaryProblem !== null) fail(binaryProblem);
const folder = await ensureBuilt().catch((error) =>
  failFor(error, `The build failed: ${error.message}${READ_ONLY.includes(error.code) ? NOT_OURS : ''}`),
);
await markInUse(folder);
await import(pathToFileURL(path.join(folder, `${program}.js`)).href);
