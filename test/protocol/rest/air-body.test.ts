// What a director may bring on air (P59).
import { expect, it } from 'vitest';
import { airBody } from '../../../protocol/rest/air.ts';

const textOf = (given: string) => airBody.safeParse({ text: { text: given } }).data?.text?.text;

it('P59 a text has 1 to 80 characters on air: the spaces around it do not count', () => {
  const line = 'x'.repeat(80);
  expect(textOf(line)).toBe(line);
  expect(textOf(` ${line}\n`)).toBe(line);
  expect(textOf(` ${line}x `)).toBeUndefined();
  expect(textOf(' '.repeat(81))).toBeUndefined();
  expect(textOf('\0')).toBeUndefined();
  expect(textOf('\0 \0')).toBeUndefined();
});
