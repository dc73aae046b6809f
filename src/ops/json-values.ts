// Looks at a JSON text before it is parsed. Its values are counted: to parse a megabyte of short ones takes a tenth of a second (rule LIMIT-15).

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Null if a JSON text has `max` values or fewer, counted by its commas and brackets. Else the name of the member of the whole object in
 * which it goes beyond; '' if that is the object itself. For a text that is not JSON the count may be wrong.
 */
export function overfullMember(bytes: Buffer, max: number): string | null {
  // Each value takes two bytes, with its comma.
  if (bytes.length <= 2 * max) return null;
  let [left, depth] = [max, 0];
  /** Where the newest text of the whole object lies, and the newest name. */
  let [from, to, nameFrom, nameTo] = [0, 0, 0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const start = at + 1;
      at = textEnd(bytes, start);
      if (depth === 1) [from, to] = [start, at];
    } else if (byte === COLON) {
      if (depth === 1) [nameFrom, nameTo] = [from, to];
    } else if (byte === ARRAY_END || byte === OBJECT_END) depth -= 1;
    else if (byte === COMMA || byte === ARRAY || byte === OBJECT) {
      if (byte !== COMMA) depth += 1;
      left -= 1;
      if (left < 0) return depth > 1 ? bytes.toString('utf8', nameFrom, Math.min(nameTo, nameFrom + NAME_MAX)) : '';
    }
  }
  return null;
}

/** Bytes of a name that are shown. */
const NAME_MAX = 200;

/**
 * The JSON text of a member of the whole object that is no array and no object, read without parsing the rest; null if there is none.
 * For a text that is not JSON it may be any part of it.
 */
export function memberText(bytes: Buffer, name: string): string | null {
  const named = Buffer.from(name);
  let depth = 0;
  /** Whether the newest text of the whole object is the name. */
  let isNamed = false;
  /** Where the value begins that comes now, if it is the one of the member. -1: it is not. */
  let begun = -1;
  let [from, to] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const start = at + 1;
      at = textEnd(bytes, start);
      if (depth === 1) isNamed = at - start === named.length && named.every((one, nth) => one === bytes[start + nth]);
    } else if (byte === COLON) {
      if (depth === 1 && isNamed) [begun, from, to] = [at + 1, 0, 0];
    } else if (byte === ARRAY || byte === OBJECT) {
      if (depth === 1) begun = -1;
      depth += 1;
    } else if (byte === COMMA || byte === ARRAY_END || byte === OBJECT_END) {
      if (depth === 1 && begun >= 0) [begun, from, to] = [-1, begun, at];
      if (byte !== COMMA) depth -= 1;
    }
  }
  return to > 0 ? bytes.toString('utf8', from, to) : null;
}

/** Where the text ends that begins at `start`. */
function textEnd(bytes: Buffer, start: number): number {
  let at = start;
  for (; at < bytes.length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
  return at;
}
