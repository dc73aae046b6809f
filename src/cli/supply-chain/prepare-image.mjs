// A step of the image build: keeps only the binary of uWebSockets.js for this system, and only if it is the pinned one.
import { deleteOtherBinaries, loadBinary } from './native-binary.mjs';

await deleteOtherBinaries();
const problem = await loadBinary();
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
