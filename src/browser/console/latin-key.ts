// What a shortcut reads from a key.

/** Letters of Latin keyboards, and all that other keyboards share with them: digits, signs and named keys. */
const LATIN = /^[\p{ASCII}\p{Script=Latin}]/u;
const PLACE = /^(?:Key|Digit|Numpad)([A-Z\d])$/;

/** The key in capitals. A letter or digit of another script is the Latin one of the same place. */
export function latinKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  // Caps Lock may be on.
  if (LATIN.test(key)) return key.toUpperCase();
  if (code === 'Slash' && shiftKey) return '?';
  return PLACE.exec(code)?.[1] ?? key;
}
