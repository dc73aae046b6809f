// Checks the sources against the rules of docs/architecture.md.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingsSchema } from '../src/settings.ts';
import { importTable as table, type Rule } from './support/import-table.ts';

const root = path.resolve(import.meta.dirname, '..');
const folders = ['protocol', 'src', 'packages', 'test', 'loadtest'];

const files = folders
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
const text = new Map(sources.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const textOf = (file: string): string => text.get(file) ?? '';
const below = (...prefixes: string[]): string[] =>
  sources.filter((file) =>
    prefixes.some((prefix) => file === prefix || (prefix.endsWith('/') && file.startsWith(prefix))),
  );

/** The code without comments. Strings stay. */
const codeOf = (file: string): string =>
  textOf(file)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '$1');

type Import = { readonly from: string; readonly typeOnly: boolean };

/** The imports of a file: packages by name, own files by their path from the root. */
const importsOf = (file: string): Import[] => {
  const pattern =
    /^(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"$]+)['"]\s*\)/gm;
  return [...codeOf(file).matchAll(pattern)].map(([, typeWord, named = '', loaded = '']) => {
    const target = named === '' ? loaded : named;
    const from = target.startsWith('.') ? path.join(path.dirname(file), target) : target;
    return { from, typeOnly: typeWord !== undefined };
  });
};

const allows = (allowed: readonly string[], from: string): boolean =>
  allowed.some((entry) => from === entry || (/[/:]$/.test(entry) && from.startsWith(entry)));

/** Files that can be reached from themselves, those of one circle together (Tarjan's strongly connected components). */
const circlesIn = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file) ?? 0);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
};

describe('the import table', () => {
  test('has exactly one row for each source file', () => {
    const rows = (file: string): number =>
      table.filter((rule) => rule.of.some((of) => file === of || (of.endsWith('/') && file.startsWith(of)))).length;
    const typescript = below('src/', 'protocol/').filter((file) => /\.tsx?$/.test(file));
    expect(typescript.filter((file) => rows(file) !== 1)).toEqual([]);
    expect(typescript.length).toBeGreaterThan(30);
  });

  test.for(table.map((rule): [string, Rule] => [rule.of.join(' '), rule]))(
    '%s has only allowed imports',
    ([, rule]) => {
      const strays = below(...rule.of).flatMap((file) =>
        importsOf(file)
          .filter(({ from, typeOnly }) => {
            if (from.endsWith('.css') || allows(rule.mayImport, from)) return false;
            return !(typeOnly && allows(rule.mayImportTypesOf ?? [], from));
          })
          .map(({ from }) => `${file} imports ${from}`),
      );
      expect(strays).toEqual([]);
    },
  );

  test('recognizes every form of import', () => {
    const found = importsOf('test/architecture.test.ts').map(({ from }) => from);
    expect(found).toEqual(['node:fs', 'node:path', 'vitest', 'src/settings.ts', 'test/support/import-table.ts']);
    expect(importsOf('src/http/core/server.ts').some(({ from }) => from === 'uWebSockets.js')).toBe(true);
    expect(importsOf('src/store/driver/open.ts')).toContainEqual({ from: 'src/ops/logger.ts', typeOnly: true });
    expect([allows(['a/', 'b'], 'a/c.ts'), allows(['a/', 'b'], 'bc'), allows(['node:'], 'node:fs')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('no files import each other in a circle, types included', () => {
    const own = new Map(
      below('src/', 'protocol/').map((file) => [file, importsOf(file).map(({ from }) => from)] as const),
    );
    expect(circlesIn(own)).toEqual([]);
    expect(
      circlesIn(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b', 'a']],
          ['d', ['a']],
        ]),
      ),
    ).toEqual([['a', 'b', 'c']]);
  });

  test.for([
    ['uWebSockets.js', 'src/http/'],
    ['postgres', 'src/store/'],
    ['ioredis', 'src/cluster/'],
  ] as const)('%s is known in %s only', ([library, place]) => {
    const knowing = below('src/', 'protocol/').filter((file) => importsOf(file).some(({ from }) => from === library));
    expect(knowing.filter((file) => !file.startsWith(place))).toEqual([]);
  });
});

/** The lines of these places whose code matches the pattern, with the file. */
const having = (pattern: RegExp, ...places: string[]): string[] =>
  below(...places).flatMap((file) =>
    codeOf(file)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

describe('forbidden code', () => {
  test('only config.ts reads process.env', () => {
    const readers = having(/process\.env|\benv\b.*from 'node:process'/, 'src/', 'protocol/');
    // The second one sets an option of uWebSockets.js, which the library reads from the environment only.
    const allowed = ['src/config.ts', 'src/cli/supply-chain/native-binary.mjs'];
    const others = readers.filter((line) => !allowed.some((file) => line.startsWith(file)));
    expect(others).toEqual([]);
    expect(readers.length).toBeGreaterThan(0);
  });

  test('the match machine has no clock, no randomness, no await and no output', () => {
    const impure =
      /\bDate\.now\b|\bnew Date\(\)|\bperformance\b|\bMath\.random\b|\bcrypto\b|\bawait\b|\basync\b|\bPromise\b|\bsetTimeout\b|\bconsole\b|\bprocess\b/;
    expect(having(impure, 'src/match/')).toEqual([]);
    expect(below('src/match/').length).toBeGreaterThan(5);
  });

  test('only the store contains SQL', () => {
    const sqlText = /\b(sql|tx)`|\b(select\s.+\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from)\s/i;
    const places = [
      'src/http/',
      'src/live/',
      'src/auth/',
      'src/match/',
      'src/gateway.ts',
      'src/web/',
      'src/resources/',
      'src/cluster/',
      'src/ops/',
      'src/browser/',
      'src/main.ts',
    ];
    expect(having(sqlText, ...places)).toEqual([]);
  });

  test('the contract and the pages run in a browser', () => {
    expect(having(/\bprocess\.|\bBuffer\b|\b__dirname\b|\brequire\(/, 'protocol/', 'src/browser/')).toEqual([]);
  });

  test('all exports are named', () => {
    expect(having(/^export default/, 'src/', 'protocol/', 'test/', 'loadtest/')).toEqual([]);
  });

  test('no test has a fixed port', () => {
    expect(having(/listen\(\s*[1-9]\d{3,4}\b/, 'test/')).toEqual([]);
  });

  /** Every form of sleep: a timer that only resolves, the timers of node:timers/promises, of the browser and of SQL. */
  const sleeping =
    /\bsleep\(|setTimeout\(\s*(\w+|\(\) => (void )?\w+\(\))\s*[,)]|timers\/promises|waitForTimeout|scheduler\.wait|Atomics\.wait|promisify\(setTimeout/;
  /** Files that sleep, each with the reason why they cannot wait for an event. The list must shrink. */
  const waits: Readonly<Record<string, string>> = {
    'test/resources/list-cache.test.ts': 'a slow store, on a fake clock',
    'test/resources/polling.io.test.ts': 'apps that ask every half second',
    'test/resources/caching.io.test.ts': 'lists are served all the while, for two seconds',
    'test/store/away.io.test.ts': 'writes that come one after the other while nothing answers',
    'test/ops/event-loop-turns.test.ts': 'a loop that sleeps, which must not be counted as work',
    'test/support/cluster/processes.ts': 'how long a fault lasts, and the pace of its writers',
    'test/support/cluster/faulty-proxy.ts': 'a network that delays',
    'test/support/stall.ts': 'work that holds up an event loop, without the work',
  };

  test('no test sleeps: it waits for an event or a condition', () => {
    const found = having(sleeping, 'test/')
      .map((line) => line.slice(0, line.indexOf(':')))
      .filter((file) => file !== 'test/architecture.test.ts');
    expect([...new Set(found)].sort()).toEqual(Object.keys(waits).sort());
  });

  test.for([
    'await new Promise((resolve) => setTimeout(resolve, 20));',
    'new Promise<void>((done) => setTimeout(() => done(), 20))',
    "import { setTimeout } from 'node:timers/promises';",
    'await page.waitForTimeout(200);',
    'await sleep(5)',
  ])('a sleep is found: %s', (line) => {
    expect(line).toMatch(sleeping);
  });

  test('no rule of the linter is switched off for a line', () => {
    const disabling = below('src/', 'protocol/').filter((file) =>
      /(eslint|oxlint)-disable|@ts-(ignore|nocheck)/.test(textOf(file)),
    );
    expect(disabling).toEqual([]);
  });
});

describe('files', () => {
  test('no file has a drawer name such as util', () => {
    const drawers = /(^|[-_.])(managers?|helpers?|utils?|common|misc|base|impl|interfaces?|services?)(?=[-_.])/i;
    expect(files.filter((file) => drawers.test(path.basename(file)))).toEqual([]);
  });

  test('no file only re-exports', () => {
    expect(sources.filter((file) => /^index\./.test(path.basename(file)))).toEqual([]);
    expect(having(/^export \* from/, 'src/', 'protocol/', 'test/', 'loadtest/')).toEqual([]);
  });

  /** Longer than 300 lines, each with the reason. The list must shrink. */
  const longFiles: Readonly<Record<string, string>> = {};

  test('a file has at most 300 lines', () => {
    const lines = (file: string): number => readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
    const checked = files.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file));
    const long = checked.filter((file) => lines(file) > 300);
    expect(checked.some((file) => file.endsWith('.css'))).toBe(true);
    expect(long.sort()).toEqual(Object.keys(longFiles).sort());
  });
});

test('there are at most 20 settings', () => {
  expect(Object.keys(settingsSchema.shape).length).toBeLessThanOrEqual(20);
});

describe('the rules of PROTOCOL.md', () => {
  const numbers = (texts: Iterable<string>): string[] =>
    [...new Set([...texts].flatMap((found) => found.match(/\bP[1-9]\d*\b/g) ?? []))].sort(
      (a, b) => Number(a.slice(1)) - Number(b.slice(1)),
    );
  const document = readFileSync(path.join(root, 'protocol', 'PROTOCOL.md'), 'utf8');
  const rules = numbers([...document.matchAll(/^\W*\bP[1-9]\d*\b/gm)].map(([start]) => start));
  const titles = below('test/').flatMap((file) =>
    [...codeOf(file).matchAll(/\b(?:test|it)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:(?!\1).)*)\1/g)].map(
      ([, , title = '']) => title,
    ),
  );

  test('each have a test with their number, and no test has an unknown number', () => {
    expect(numbers(titles)).toEqual(rules);
    expect(rules.length).toBeGreaterThan(10);
  });

  test('are numbered from P1 without a gap', () => {
    expect(rules).toEqual(rules.map((_, index) => `P${index + 1}`));
  });
});
