import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { utf8Parts, utf8Text } from '../../src/ops/utf8.ts';

const bytes = Buffer.from('\uFEFF{"name":"Zé 🏟"}');

const readInParts = (of: Buffer, size: number): Promise<string> => {
  const parts = Array.from({ length: Math.ceil(of.length / size) }, (_, n) => of.subarray(n * size, (n + 1) * size));
  return text(Readable.from(utf8Parts(Readable.from(parts))));
};

test('a text is read without its byte order mark, wherever its parts end', async () => {
  expect(utf8Text(bytes)).toBe('{"name":"Zé 🏟"}');
  for (let size = 1; size <= bytes.length; size += 1)
    expect(await readInParts(bytes, size), `parts of ${size} bytes`).toBe('{"name":"Zé 🏟"}');
});

test.each([
  ['Latin-1', Buffer.from('Zé', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le')],
  ['cut off', bytes.subarray(0, -3)],
])('bytes that are not UTF-8 are refused: %s', async (_, wrong) => {
  expect(() => utf8Text(wrong)).toThrow('not UTF-8');
  await expect(readInParts(wrong, 1)).rejects.toThrow('not UTF-8');
});
