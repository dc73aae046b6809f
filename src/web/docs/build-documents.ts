// A step of the build: writes the API documents beside this file.
import { writeDocuments } from './built-documents.ts';
import { documents } from './documents.ts';

await writeDocuments(documents, import.meta.url);
