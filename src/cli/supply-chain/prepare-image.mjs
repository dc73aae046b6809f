// A step of the image build: keeps only the binary of uWebSockets.js for the image, and only if it is the pinned one. The argument is
// the architecture of the image as Docker names it; without one it is the architecture of this machine.
import { binaryName, binaryProblem, deleteOtherBinaries, installedFolder, loadBinary } from './native-binary.mjs';

/** Docker's names of architectures, with those of Node.js. */
const architectures = new Map([
  ['amd64', 'x64'],
  ['arm64', 'arm64'],
]);

const problemOf = async (wanted) => {
  const arch = wanted ? architectures.get(wanted) : process.arch;
  if (arch === undefined)
    return `There is no image for ${wanted}. Build one for ${[...architectures.keys()].join(' or ')}.`;
  const { platform, versions } = process;
  const name = binaryName({ platform, arch, versions });
  await deleteOtherBinaries(installedFolder(), name);
  return arch === process.arch ? loadBinary() : binaryProblem(installedFolder(), { name });
};

const problem = await problemOf(process.argv[2]);
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
