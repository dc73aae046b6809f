// Finds the place where a text breaks the JSON grammar. The engine's messages do not always name it.

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
