// The native binary of uWebSockets.js: only a file whose SHA-256 is in uwebsockets-binaries.json is loaded (rule OPS-15).
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
/** Bytes of a request's head. The core for Node.js 22 and newer reads this when it is loaded, and takes 4 KiB without it. */
process.env.UWS_HTTP_MAX_HEADERS_SIZE = '65536';
const pinsFile = new URL('./uwebsockets-binaries.json', import.meta.url);

/** Node.js 20, 22, 24 and 25: the versions that `engines` of package.json allows and that the package has binaries for. */
const ABIS = ['115', '127', '137', '141'];
const PLATFORMS = ['darwin_arm64', 'darwin_x64', 'linux_arm64', 'linux_x64', 'win32_x64'];
const SUPPORTED = 'Use Node.js 20, 22, 24 or 25 on Linux with glibc (x64, arm64), macOS (x64, arm64) or Windows (x64).';

/** The binaries for Node.js 20 were made on an older system. */
const NEEDS_GLIBC =
  'Use Node.js 24 on a system with glibc 2.38 or newer (Debian 13, Ubuntu 24.04), or Node.js 20 with glibc 2.27 (Debian 12).';

/** @returns the file name of the binary for this process */
export const binaryName = ({ platform, arch, versions } = process) =>
  `uws_${platform}_${arch}_${versions.modules}.node`;

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const readPins = async () => JSON.parse(await readFile(pinsFile, 'utf8'));
export const installedFolder = () => path.dirname(require.resolve('uWebSockets.js'));

/**
 * Compares the binary in `folder` with its pin. Reads one file of 7 MB: about 10 ms.
 *
 * @returns null, or one line that says what is wrong and what to do
 */
export const binaryProblem = async (folder, { name = binaryName(), pins } = {}) => {
  const expected = (pins ?? (await readPins()))[name];
  if (expected === undefined) return `uWebSockets.js has no checked binary for this system (${name}). ${SUPPORTED}`;
  const file = path.join(folder, name);
  if (!existsSync(file)) return `The binary of uWebSockets.js is missing: ${file}. Run "npm ci".`;
  const actual = sha256(await readFile(file));
  if (actual === expected) return null;
  return (
    `${file} is not the binary that this version was checked with (SHA-256 ${actual}, expected ${expected}). ` +
    'Run "npm ci" to install it again. If you replaced the package on purpose, see docs/supply-chain.md.'
  );
};

/** @returns null if the checked binary loads, or one line. A binary that differs is never loaded. */
export const loadBinary = async (folder = installedFolder()) => {
  const problem = await binaryProblem(folder);
  if (problem !== null) return problem;
  try {
    require(path.join(folder, binaryName()));
    return null;
  } catch (error) {
    const [reason] = String(error.message).split('\n');
    return `The binary of uWebSockets.js cannot be loaded here: ${reason}. ${/GLIBC/.test(reason) ? NEEDS_GLIBC : SUPPORTED}`;
  }
};

/**
 * Pins the binaries in `folder` for all supported systems.
 *
 * @returns the names that the package does not have. Throws if it has none at all.
 */
export const pinBinaries = async (folder = installedFolder(), file = pinsFile) => {
  const names = PLATFORMS.flatMap((platform) => ABIS.map((abi) => `uws_${platform}_${abi}.node`));
  const missing = names.filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length === names.length) throw new Error(`${folder} has no binaries.`);
  const pins = {};
  for (const name of names) if (!missing.includes(name)) pins[name] = sha256(await readFile(path.join(folder, name)));
  await writeFile(file, `${JSON.stringify(pins, null, 2)}\n`);
  return missing;
};

/** Deletes the binaries of other systems, for an image: 250 MB less. `kept`: the file name of the one that stays. */
export const deleteOtherBinaries = async (folder = installedFolder(), kept = binaryName()) => {
  for (const name of await readdir(folder))
    if (/^uws_.*\.node$/.test(name) && name !== kept) await rm(path.join(folder, name));
};
