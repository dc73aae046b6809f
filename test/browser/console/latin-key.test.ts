// Shortcuts on keyboards of other scripts.
import { expect, test } from 'vitest';
import { latinKey } from '../../../src/browser/console/latin-key.ts';

const press = (key: string, code: string, shiftKey = false): string => latinKey({ key, code, shiftKey });

test('a letter of another script is the Latin letter of its place', () => {
  expect(press('п', 'KeyG')).toBe('G');
  expect(press('П', 'KeyG', true)).toBe('G');
  expect(press('ل', 'KeyG')).toBe('G');
  // One key of Arabic keyboards types two letters.
  expect(press('لا', 'KeyB')).toBe('B');
  expect(press('γ', 'KeyG')).toBe('G');
});

test('a digit of another script is the digit of its place', () => {
  expect(press('٧', 'Digit7')).toBe('7');
  expect(press('۷', 'Numpad7')).toBe('7');
});

test('the question mark of Arabic opens the help', () => {
  expect(press('؟', 'Slash', true)).toBe('?');
});

test('a Latin letter, a digit, a sign and a named key are what they type, wherever they stand', () => {
  expect(press('z', 'KeyY')).toBe('Z');
  expect(press('a', 'KeyQ')).toBe('A');
  expect(press('ğ', 'BracketLeft')).toBe('Ğ');
  expect(press('ı', 'KeyI')).toBe('I');
  expect(press('7', 'Digit7')).toBe('7');
  expect(press('?', 'Digit7', true)).toBe('?');
  expect(press(' ', 'Space')).toBe(' ');
  expect(press('Escape', 'Escape')).toBe('ESCAPE');
  expect(press('Dead', 'KeyG')).toBe('DEAD');
});
