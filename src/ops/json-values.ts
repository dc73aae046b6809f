// Counts the values of a JSON text before it is parsed: to parse a megabyte of short ones takes a tenth of a second (rule LIMIT-15).

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
  /** The newest text of the whole object, and the newest name. */
  let [text, name] = ['', ''];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const start = at + 1;
      for (at = start; at < bytes.length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
      if (depth === 1) text = bytes.toString('utf8', start, Math.min(at, start + NAME_MAX));
    } else if (byte === COLON) {
      if (depth === 1) name = text;
    } else if (byte === ARRAY_END || byte === OBJECT_END) depth -= 1;
    else if (byte === COMMA || byte === ARRAY || byte === OBJECT) {
      if (byte !== COMMA) depth += 1;
      left -= 1;
      if (left < 0) return depth > 1 ? name : '';
    }
  }
  return null;
}

/** Bytes of a name that are shown. */
const NAME_MAX = 200;
