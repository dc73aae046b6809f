// The API documents as files of the build, because their parsers and examples take half a second. A running server puts its own
// address in them.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Documents } from './documents.ts';

/** Stands for the host of the server. */
const HOST = 'touchline.invalid';
const SCHEMES = ['http', 'https'];

const folderOf = (scheme: string, module: string): URL => new URL(`./documents/${scheme}/`, module);

/** Writes the files beside `module`. */
export async function writeDocuments(documents: Documents, module: string): Promise<void> {
  for (const scheme of SCHEMES) {
    const folder = folderOf(scheme, module);
    await mkdir(folder, { recursive: true });
    for (const [name, make] of Object.entries(documents)) {
      await writeFile(new URL(name, folder), await make(`${scheme}://${HOST}`));
    }
  }
}

/** The document beside `module` for a server. `url`: its public address, without a slash at its end. */
export async function readDocument(name: keyof Documents, url: string, module: string): Promise<string> {
  const [scheme = '', host = ''] = url.split('://');
  const text = await readFile(new URL(name, folderOf(scheme, module)), 'utf8');
  return text.replaceAll(HOST, host);
}
