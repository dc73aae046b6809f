// The documents of the interface as they are committed in docs/: a change of the interface shows in a diff. `npm run documents`
// writes them; test/protocol/documents/committed.test.ts compares them with the documents that the sources generate.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { asyncApiDocument } from '../../protocol/documents/asyncapi.ts';
import { openApiDocument } from '../../protocol/documents/openapi.ts';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
/** The address of a server that is started with no settings. */
const baseUrl = 'http://localhost:8080';

const textOf = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** Each document's file and its text. */
export const apiDocuments: readonly (readonly [file: string, text: string])[] = [
  [path.join(docs, 'openapi.json'), textOf(openApiDocument(baseUrl))],
  [path.join(docs, 'asyncapi.json'), textOf(asyncApiDocument(baseUrl))],
];

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [file, text] of apiDocuments) await writeFile(file, text);
