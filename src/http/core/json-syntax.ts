// Finds the place where a text breaks the JSON grammar, since the engine's messages do not always name it. And counts values before a text
// is parsed: a megabyte of short ones takes a tenth of a second.

const token =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;
const blank = /[ \t\n\r]*/y;

/** The token that must come next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma or end';

const words: Readonly<Record<Expected, string>> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  key: 'a name in double quotes',
  'key or }': 'a name in double quotes or }',
  colon: 'a colon',
  'comma or end': 'a comma or the end',
};

/** A message with the place where the text breaks the JSON grammar. Line and column count from 1. */
export function jsonSyntaxError(text: string): string {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    token.lastIndex = at;
    const match: RegExpExecArray | null = token.exec(text);
    const next: Expected | null = match && step(expected, match, open);
    if (!match || !next) break;
    at = token.lastIndex;
    expected = next;
  }
  blank.lastIndex = at;
  const position = at + (blank.exec(text)?.[0].length ?? 0);
  let [line, lineStart] = [1, 0];
  for (let end = text.indexOf('\n'); end >= 0 && end < position; end = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  const place = `line ${line}, column ${position - lineStart + 1} (position ${position})`;
  const wanted = expected === 'comma or end' && open.length === 0 ? 'nothing more' : words[expected];
  return position >= text.length
    ? `Not valid JSON: it ends at ${place}, where ${wanted} must follow.`
    : `Not valid JSON at ${place}: here ${wanted} must stand.`;
}

/** The token expected after this one; null if this one is not allowed here. Updates `open`. */
function step(expected: Expected, [, sign, string]: RegExpExecArray, open: ('{' | '[')[]): Expected | null {
  const inside = open.at(-1);
  if (expected === 'comma or end') {
    if (sign === ',' && inside) return inside === '{' ? 'key' : 'value';
    if ((sign === '}' && inside === '{') || (sign === ']' && inside === '[')) return close(open);
    return null;
  }
  if (expected === 'colon') return sign === ':' ? 'value' : null;
  if (expected === 'key' || expected === 'key or }') {
    if (string !== undefined) return 'colon';
    return sign === '}' && expected === 'key or }' ? close(open) : null;
  }
  if (sign === undefined) return 'comma or end';
  if (sign === ']' && expected === 'value or ]') return close(open);
  if (sign !== '{' && sign !== '[') return null;
  open.push(sign);
  return sign === '{' ? 'key or }' : 'value or ]';
}

function close(open: unknown[]): Expected {
  open.pop();
  return 'comma or end';
}

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
