import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { apiDocuments, areChangesListed } from '../../support/api-documents.ts';

test.for(apiDocuments.map(([file, text]) => ({ name: path.basename(file), file, text })))(
  'docs/$name is what the sources generate',
  async ({ name, file, text }) => {
    const committed = await readFile(file, 'utf8').catch(() => '');
    expect(
      committed === text,
      `The interface changed and docs/${name} did not: run "npm run documents", look at the diff and commit it.`,
    ).toBe(true);
  },
);

test('docs/interface-changes.md goes up to the document of the interface', async () => {
  expect(await areChangesListed(), 'Run "npm run documents" and commit docs/interface-changes.md.').toBe(true);
});
