// Splits the text of a data file into the items of its lists, without holding the whole of it: a file may be larger than the memory.
//
//   { "users": [ item, … ], "clubs": [ { …head…, "games": [ inner item, … ] }, … ], … }

/** The lists whose items are taken apart too, by the list that contains them. */
const INNER: Readonly<Record<string, readonly string[]>> = { clubs: ['games'], tournaments: ['players', 'matches'] };

export type Piece =
  /** An item of a list of the file. A club or tournament has empty inner lists. */
  | { readonly kind: 'item'; readonly list: string; readonly text: string }
  /** An item of an inner list. `head`: the item around it as far as it was read, as whole JSON. */
  | {
      readonly kind: 'inner';
      readonly list: string;
      readonly inner: string;
      readonly head: string;
      readonly text: string;
    };

type Splitter = {
  /** Takes the next part of the text and gives the pieces that end in it. */
  take(part: string): Piece[];
  /** After the last part: the file itself with empty lists. */
  end(): string;
};

/** Text that is being collected. */
type Level = { text: string };

/** Text that is not JSON gives pieces, or an end, that are not JSON. */
export function openSplitter(): Splitter {
  /** The file, an item, an inner item: the last one is collected. */
  const levels: Level[] = [];
  /** The open list of the file and the open inner list. */
  const open: string[] = [];
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let string = '';
  /** The key whose value comes, while the value of a key is awaited. */
  let key = '';

  function take(part: string): Piece[] {
    const found: Piece[] = [];
    let from = 0;
    const keep = (until: number): void => {
      const level = levels.at(-1);
      if (level) level.text += part.slice(from, until);
      from = until;
    };
    /** Ends the item of the innermost list before the character at `at`. */
    const endItem = (at: number): void => {
      if (levels.length !== open.length + 1) return;
      keep(at);
      const text = levels.pop()?.text ?? '';
      const [list = '', inner] = open;
      if (inner === undefined) found.push({ kind: 'item', list, text });
      else found.push({ kind: 'inner', list, inner, head: `${levels.at(-1)?.text ?? ''}]}`, text });
    };
    for (let at = 0; at < part.length; at += 1) {
      const sign = part[at] ?? '';
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (sign === '\\') isEscaped = true;
        else if (sign === '"') isInString = false;
        if (isInString && string.length < 20) string += sign;
        continue;
      }
      if (sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t') continue;
      const isBetween = levels.length === open.length && levels.length > 0;
      if (levels.length === 0 || (isBetween && sign !== ',' && sign !== ']')) {
        from = at;
        levels.push({ text: '' });
      }
      if (sign === '"') [isInString, string] = [true, ''];
      else if (sign === ':') key = string;
      else if (sign === '{' || sign === '[') {
        depth += 1;
        if (sign === '[' && isSplit(open, key, depth)) {
          keep(at + 1);
          open.push(key);
        }
        key = '';
      } else if (sign === ',' || sign === '}' || sign === ']') {
        const isItemEnd = open.length > 0 && depth === open.length * 2;
        if (isItemEnd && sign !== '}') {
          endItem(at);
          if (sign === ']') open.pop();
          from = sign === ']' ? at : at + 1;
        }
        if (sign !== ',') depth -= 1;
        key = '';
      }
    }
    if (levels.length > open.length) keep(part.length);
    return found;
  }

  return { take, end: () => levels.map(({ text }) => text).join('') };
}

/** Whether the items of the list that begins at this depth are taken apart. */
function isSplit(open: readonly string[], key: string, depth: number): boolean {
  const [list] = open;
  if (list === undefined) return depth === 2 && key !== '';
  return open.length === 1 && depth === 4 && (INNER[list]?.includes(key) ?? false);
}
