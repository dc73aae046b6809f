// No regular expression backtracks over a text that a client sends (rule LIMIT-16): its time grows linearly with the length.
import { describe, expect, it } from 'vitest';
import { backtracks, type Pattern, patternsIn, patternsOf } from './support/patterns.ts';

/** Sources whose patterns read only our own texts and the operator's settings. */
const OWN_TEXTS =
  /^(?:src\/cli\/|src\/web\/docs\/|protocol\/documents\/|src\/config\.ts|src\/settings\.ts|src\/ops\/login\.ts|src\/production-checks\.ts|src\/browser\/console\/worker\.ts)/;

/** Patterns that the library reports as slow, each with the reason why it is not. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'src/match/own-goal.ts /own[\\s_-]*goal|o\\.?\\s?g/gi':
    'linear: no attempt begins inside another, as the blanks follow "own"',
  'src/http/core/json-syntax.ts /[ \\t\\n\\r]*(?:([{}[\\],:])|("(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null))/y':
    'linear: it is sticky, and each character fits one alternative',
  'src/ops/logger.ts /\\b(bearer|basic)\\s+[\\w~+/.=-]+/gi': 'linear: no attempt begins inside another',
  'src/ops/logger.ts /((?<![\\w+.-])[a-z][\\w+.-]*:\\/\\/[^\\s:/@"\\\\]*:)(?:[^\\s/@"\\\\]|\\/(?!\\/))+@/gi':
    'linear: an attempt ends where the next may begin, at the next scheme or //',
  'src/ops/logger.ts /\\b(?:tl[kvcsl]|touchline)_[\\w-]{40,}(?:\\.[\\w-]+)*|\\btl[vc]_eyJ[\\w.-]+|\\bwhsec_[\\w+/=]+/g':
    'linear: an attempt that goes far is a match',
  'src/auth/redirect-uri.ts /\\.+$/': 'a host name in an address of at most 2,000 characters',
};

const named = ({ file, source, flags }: Pattern): string => `${file} /${source}/${flags}`;

describe('rule LIMIT-16: patterns', () => {
  it('of src/ and protocol/ do not backtrack, except those that are accepted here', () => {
    const { literals, builders } = patternsOf(['src', 'protocol']);
    const checked = literals.filter(({ file }) => !OWN_TEXTS.test(file));
    expect(checked.length).toBeGreaterThan(60);
    expect(checked.filter(backtracks).map(named).sort()).toEqual(Object.keys(ACCEPTED).sort());
    // Its names are escaped, and nothing in it repeats.
    const built = builders.filter((file) => !OWN_TEXTS.test(file));
    expect(built, 'A pattern that is built from a text cannot be checked.').toEqual(['src/match/whole-words.ts']);
  });

  it.each([
    ['cubic', /^\s*(\d{1,3})\s*['’′]?\s*(?:\+\s*(\d{1,3})\s*['’′]?)?\s*$/, true],
    ['exponential', /^(a+)+$/, true],
    ['quadratic', /^\s*a?\s*$/, true],
    ['quadratic by where it begins', /\.+$/, true],
    ['linear', /^(\d{1,3})\s*['’′]?$/, false],
    ['linear, in Unicode', /^[\p{L}\p{N}\p{M}]/u, false],
  ])('a %s one is told', (_, { source, flags }, isSlow) => {
    expect(backtracks({ source, flags })).toBe(isSlow);
  });

  it('are found in TypeScript, in JSX and where they are built', () => {
    const source =
      'const half = 4 / 2 / 1; const text: string = "/a/"; const found = <T,>(x: T) => /b\\/[/]c/iu.test(`${/d/y}`);';
    const { literals, builds } = patternsIn(source, 'a.ts');
    expect(literals).toEqual([
      { source: 'b\\/[/]c', flags: 'iu' },
      { source: 'd', flags: 'y' },
    ]);
    expect(builds).toBe(false);
    expect(patternsIn('export const a = <p title={String(/e+/)}>/f/</p>;', 'a.tsx').literals).toHaveLength(1);
    expect(patternsIn('new RegExp(process.argv[2])', 'a.mjs').builds).toBe(true);
    expect(patternsIn('RegExp("a")', 'a.ts').builds).toBe(true);
  });
});
