// The regular expressions of our sources, and which of them backtrack.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSafePattern } from 'redos-detector';
import { parseSync } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Pattern = { readonly file: string; readonly source: string; readonly flags: string };

/** Every regular expression literal below these folders, and the files that build one from a text. */
export function patternsOf(folders: readonly string[]): {
  readonly literals: readonly Pattern[];
  readonly builders: readonly string[];
} {
  const literals: Pattern[] = [];
  const builders = new Set<string>();
  for (const file of folders.flatMap(sourcesIn)) {
    const found = patternsIn(readFileSync(path.join(root, file), 'utf8'), path.basename(file));
    for (const pattern of found.literals) literals.push({ file, ...pattern });
    if (found.builds) builders.add(file);
  }
  return { literals, builders: [...builders] };
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file))
    .map((file) => path.posix.join(folder, file));

/** The regular expressions of one source, and whether it calls `RegExp`. Throws an Error if it cannot be parsed. */
export function patternsIn(text: string, file: string) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${String(errors[0]?.message)}`);
  const literals: Omit<Pattern, 'file'>[] = [];
  let builds = false;
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (isNode(node)) {
      const { regex, callee } = node;
      if (isNode(regex)) literals.push({ source: String(regex['pattern']), flags: String(regex['flags']) });
      if (isNode(callee) && callee['name'] === 'RegExp') builds = true;
      Object.values(node).forEach(visit);
    }
  };
  visit(program);
  return { literals, builds };
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The library's search for paths through a pattern. Our longest linear pattern needs half of them. */
const STEPS_MAX = 3_000;

/** Whether the pattern can backtrack more than a fixed number of times over a text, or is too long to say. */
export function backtracks({ source, flags }: Omit<Pattern, 'file'>): boolean {
  const { safe } = isSafePattern(source, {
    caseInsensitive: flags.includes('i'),
    unicode: flags.includes('u'),
    dotAll: flags.includes('s'),
    multiLine: flags.includes('m'),
    maxSteps: STEPS_MAX,
  });
  return !safe;
}
