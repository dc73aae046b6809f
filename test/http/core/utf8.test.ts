import { expect, test } from 'vitest';
import { utf8 } from '../../../src/http/core/utf8.ts';

test('a text with letters of Latin-1 goes out as its bytes in UTF-8, any other one as it is', () => {
  expect(utf8('José')).toEqual(Buffer.from([0x4a, 0x6f, 0x73, 0xc3, 0xa9]));
  expect(utf8('1–1')).toBe('1–1');
  expect(utf8('José – 1')).toEqual(Buffer.from('José – 1'));
  expect(utf8('plain')).toBe('plain');
});
