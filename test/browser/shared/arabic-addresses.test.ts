// Addresses in the Arabic texts. Their slashes and colons belong to no direction: without an isolate `https://` is shown as `//:https`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = path.join(import.meta.dirname, '../../../src/browser/shared/lang');
/** An address, with what stands before it: a character, or the escape of one. */
const ADDRESS = /(\\u2066|.)(?:https?:\/\/|\/screen\/|\/overlay\/|\[::1\])/gu;
const ISOLATES = new Set(['\\u2066', '\u2066', '\u200E']);

test('each address in an Arabic text keeps its direction', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => path.basename(file) === 'ar.ts',
  );
  expect(files.length).toBeGreaterThan(10);
  const loose = files.flatMap((file) =>
    [...readFileSync(path.join(FOLDER, file), 'utf8').matchAll(ADDRESS)]
      .filter(([, before = '']) => !ISOLATES.has(before))
      .map(([text]) => `${file}: ${text}`),
  );
  expect(loose).toEqual([]);
});
