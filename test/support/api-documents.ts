// The documents of the interface as they are committed in docs/: a change of the interface shows in a diff. `npm run documents`
// writes them, and adds what changed to docs/interface-changes.md; test/protocol/documents/committed.test.ts compares them with
// the documents that the sources generate.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { asyncApiDocument } from '../../protocol/documents/asyncapi.ts';
import { changesBetween } from '../../protocol/documents/changes.ts';
import { openApiDocument } from '../../protocol/documents/openapi.ts';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
/** The address of a server that is started with no settings. */
const baseUrl = 'http://localhost:8080';

const textOf = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

const openApi = [path.join(docs, 'openapi.json'), textOf(openApiDocument(baseUrl))] as const;
const changesFile = path.join(docs, 'interface-changes.md');

/** Each document's file and its text. */
export const apiDocuments: readonly (readonly [file: string, text: string])[] = [
  openApi,
  [path.join(docs, 'asyncapi.json'), textOf(asyncApiDocument(baseUrl))],
];

/** The last line of the list of changes: the document up to which it goes. */
const stampOf = (text: string): string =>
  `<!-- Goes up to the openapi.json with the SHA-256 ${createHash('sha256').update(text).digest('hex')}. -->`;

/** Whether the list of changes goes up to the document that the sources generate. */
export const areChangesListed = async (): Promise<boolean> =>
  (await readFile(changesFile, 'utf8')).trimEnd().endsWith(stampOf(openApi[1]));

/** Adds what changed since the committed document to the section of the next release. */
async function listChanges(before: string, after: string): Promise<void> {
  const changes = changesBetween(JSON.parse(before), JSON.parse(after));
  const text = await readFile(changesFile, 'utf8');
  const [head = '', rest = ''] = text.split('## Unreleased\n\n');
  const lines = changes.map((change) => `- ${change}\n`).join('');
  const body = rest.replace(/<!--[^]*$/, '').trimEnd();
  await writeFile(changesFile, `${head}## Unreleased\n\n${(lines + body).trimEnd()}\n\n${stampOf(after)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await listChanges(await readFile(openApi[0], 'utf8'), openApi[1]);
  for (const [file, text] of apiDocuments) await writeFile(file, text);
}
