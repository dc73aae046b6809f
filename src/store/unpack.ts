// Unpacks a gzipped tar archive: the part of the format that a database folder needs.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const blockSize = 512;
// Offsets and lengths of the header fields (POSIX ustar).
const nameField = [0, 100] as const;
const sizeField = [124, 12] as const;
const typeField = [156, 1] as const;
const prefixField = [345, 155] as const;

const text = (header: Buffer, [start, length]: readonly [number, number]): string =>
  header.toString('latin1', start, start + length).replace(/\0.*$/s, '');

/** Writes the archive's files and folders below `folder`, private to this user. */
export const unpack = async (archive: Uint8Array, folder: string): Promise<void> => {
  const tar = gunzipSync(archive);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let at = 0;
  // An empty name marks the padding at the end.
  for (
    let header = tar.subarray(0, blockSize);
    text(header, nameField) !== '';
    header = tar.subarray(at, at + blockSize)
  ) {
    const target = path.join(folder, text(header, prefixField), text(header, nameField));
    const size = Number.parseInt(text(header, sizeField), 8);
    const type = text(header, typeField);
    if (type === '5') await mkdir(target, { recursive: true, mode: 0o700 });
    else if (type === '0' || type === '')
      await writeFile(target, tar.subarray(at + blockSize, at + blockSize + size), { mode: 0o600 });
    else throw new Error(`An entry of kind ${type} in the archive of the empty database: ${target}`);
    at += blockSize + Math.ceil(size / blockSize) * blockSize;
  }
};
