// The rules of docs/rules.md: their numbers, the tests that they name, and the places that cite them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

type Rule = {
  readonly number: string;
  /** The letters of the number, as `SCORE`. */
  readonly group: string;
  /** The files after `test:`, such as `match/score.test.ts`. */
  readonly tests: readonly string[];
};

const document = read('docs/rules.md');
const sections = document.split(/^## /m).slice(1);

const rulesOf = (section: string): Rule[] =>
  [...section.matchAll(/^\*\*([A-Z]+)-(\d+)\*\* ([\s\S]*?)(?=^\*\*[A-Z]+-\d+\*\* |(?![\s\S]))/gm)].map(
    ([, group = '', place = '', text = '']) => ({
      number: `${group}-${place}`,
      group,
      tests: [...text.matchAll(/_test: ([^_]+)_/g)].flatMap(([, list = '']) => list.replaceAll('\n', ' ').split(', ')),
    }),
  );
const rules = sections.flatMap(rulesOf);
const groups = [...new Set(rules.map(({ group }) => group))];

const files = ['src', 'protocol', 'test', 'loadtest', 'docs']
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|sql|md)$/.test(entry.name))
  .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

/** Each rule in the title of a test, as in `rule SCORE-3: a title` or `a title (rules OPS-1, OPS-2)`, with its file. */
const titled = files
  .filter((file) => file.endsWith('.test.ts'))
  .flatMap((file) =>
    [...read(file).matchAll(/[([]\s*(['"`])(?:(?!\1)[^\\\n]|\\.)*?\brules? ((?:[A-Z]+-\d+(?:, )?)+)/g)].flatMap(
      ([, , list = '']) => list.split(', ').map((number) => ({ file: path.relative('test', file), number })),
    ),
  );

const cases = rules.map((rule) => [rule.number, rule] as const);

describe('docs/rules.md', () => {
  test('numbers the rules of each section from 1 without a gap, under one name', () => {
    for (const section of sections) {
      const own = rulesOf(section);
      const [first] = own;
      expect(own.map(({ number }) => number)).toEqual(own.map((_, index) => `${first?.group ?? ''}-${index + 1}`));
      expect(own.length, section.split('\n')[0]).toBeGreaterThan(0);
    }
    expect(new Set(rules.map(({ number }) => number)).size).toBe(rules.length);
    expect(groups).toHaveLength(sections.length);
    expect(rules.length).toBeGreaterThan(100);
  });

  test.each(cases)('%s names existing tests', (_, { tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const file of tests) {
      expect(file).toMatch(/^\S+\.test\.ts$/);
      expect(existsSync(path.join(root, 'test', file)), file).toBe(true);
    }
  });

  test.each(cases)('%s is in the title of a test of each file that it names', (number, { tests }) => {
    const titles = titled.flatMap((title) => (title.number === number ? [title.file] : []));
    expect(tests.filter((file) => !titles.includes(file))).toEqual([]);
  });

  test('refers only to existing rules', () => {
    expect(strays(document)).toEqual([]);
  });
});

/** The rule numbers in a text that do not exist. */
function strays(text: string): string[] {
  const known = new Set(rules.map(({ number }) => number));
  const cited = text.match(new RegExp(`\\b(?:${groups.join('|')})-\\d+\\b`, 'g')) ?? [];
  return cited.filter((number) => !known.has(number));
}

describe('citations of the rules', () => {
  test('name existing rules', () => {
    const found = files.flatMap((file) => strays(read(file)).map((number) => `${file}: ${number}`));
    expect(found).toEqual([]);
  });

  test('in the title of a test stand in a file that the rule names', () => {
    expect(titled.length).toBeGreaterThan(50);
    const stray = titled.filter(
      ({ file, number }) => !rules.some((rule) => rule.number === number && rule.tests.includes(file)),
    );
    expect(stray).toEqual([]);
  });

  test('name only documents of the project', () => {
    const foreign =
      /\b(?:decisions? \d|live-protocol\b|running\.md|endpoints? \d{1,2}\b)|\((?:data-file\.md|specification,)/i;
    const found = files
      .filter((file) => path.basename(file) !== 'rules.test.ts')
      .flatMap((file) =>
        read(file)
          .split('\n')
          .flatMap((line, index) => (foreign.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
      );
    expect(found).toEqual([]);
  });
});
