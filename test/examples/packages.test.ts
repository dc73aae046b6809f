// What the examples install is what this version makes. examples.page.test.ts runs them.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const textOf = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

test('the tarball of the client has the name that examples and README install', async () => {
  const { version } = JSON.parse(await textOf('packages/client/package.json')) as { version: string };
  const tarball = `touchline-client-${version}.tgz`;
  const files = ['goal-bot/package.json', 'goal-bot/README.md', 'react/README.md'].map((file) => `examples/${file}`);
  for (const text of await Promise.all([...files, 'packages/client/README.md'].map(textOf)))
    expect(text.match(/touchline-client-[^ "]*?\.tgz/g)).toEqual([tarball]);
});
