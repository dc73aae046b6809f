// JSON values and texts as a hostile or broken client makes them, and how a good value is mutated into a bad one.
import fc, { type Arbitrary } from 'fast-check';

/** Texts of JSON that `JSON.stringify` does not write. They stand in a value as a placeholder. */
const RAW = [
  '1e999',
  '-0',
  '9'.repeat(400),
  '1E-400',
  '0.1e1',
  '9007199254740993',
  '2147483648',
  '9223372036854775808',
  '"\\ud800"',
  '"\\u0000"',
  '"\\udc00\\ud800 x"',
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
  `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  'NaN',
  'undefined',
  '{"id":1,"id":2}',
  '{"__proto__":{"is_admin":true}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":null}',
  '01',
  '"\u2028"',
  "'x'",
] as const;
const raw = (index: number): string => `@@raw${index}@@`;

/** Strings that break parsers, patterns, layouts and databases. */
export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e\u2066',
  'e\u0301'.repeat(100),
  '👩‍👩‍👧‍👦'.repeat(50),
  'ﷺ'.repeat(300),
  'İıſK',
  '\r\nX: y',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%ff%',
  'null',
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1e9',
  '00000000000000000001',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  `${' '.repeat(3_000)}x`,
  `45${'+'.repeat(500)}2`,
  'x'.repeat(70_000),
  '2026-02-30T25:61:61Z',
  '2026-11-22',
  '-271821-04-20T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '2026-11-22T10:00:00+99:99',
  '2026-11-22T10:00:00.123456789123456789Z',
];

const oddNumbers = [0, -1, 0.5, 1e15, 1e16, 2 ** 31, 2 ** 53, 1e308, -1e308, 5e-324];

/** A value that no schema asks for. */
const oddValue: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { '': null }, ...oddNumbers),
  fc.constantFrom(...ODD_TEXTS),
  fc.nat(RAW.length - 1).map(raw),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
);

type Edit =
  | { readonly how: 'replace' | 'add'; readonly at: number; readonly value: unknown }
  | { readonly how: 'remove' | 'repeat' | 'wrap'; readonly at: number };

const edit: Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ how: fc.constant('replace' as const), at: fc.nat(10_000), value: oddValue }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('add' as const), at: fc.nat(10_000), value: oddValue }) },
  { weight: 2, arbitrary: fc.record({ how: fc.constantFrom('remove', 'repeat', 'wrap'), at: fc.nat(10_000) }) },
);

type Place = { readonly holder: Record<string, unknown> | unknown[]; readonly key: string };

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  const holder = value as Place['holder'];
  for (const [key, inner] of Object.entries(holder)) {
    found.push({ holder, key });
    placesIn(inner, found);
  }
  return found;
}

const at = ({ holder, key }: Place): unknown => (Array.isArray(holder) ? holder[Number(key)] : holder[key]);
function put({ holder, key }: Place, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function apply(root: { value: unknown }, change: Edit): void {
  const places = placesIn(root);
  const place = places[change.at % places.length];
  if (place === undefined) return;
  const { holder, key } = place;
  if (change.how === 'replace') put(place, structuredClone(change.value));
  else if (change.how === 'wrap') put(place, [at(place)]);
  else if (change.how === 'repeat' && Array.isArray(holder))
    holder.push(...Array.from({ length: 120 }, () => structuredClone(at(place))));
  else if (change.how === 'remove' && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (change.how === 'remove' && holder !== root) Reflect.deleteProperty(holder, key);
  else if (change.how === 'add' && !Array.isArray(holder) && holder !== root)
    holder[`${key}_x`] = structuredClone(change.value);
}

/** `good` values of JSON, with up to `most` edits in about two of three. */
export const mutated = (good: Arbitrary<unknown>, most = 3): Arbitrary<unknown> =>
  fc.tuple(good, fc.array(edit, { maxLength: most })).map(([value, edits]) => {
    const root = { value: structuredClone(value) };
    for (const change of edits) apply(root, change);
    return root.value;
  });

const written = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/"@@raw(\d+)@@"/g, (_, index: string) => RAW[Number(index)] ?? 'null');

/** The text of a value, in about one of eight damaged as a text. */
export const jsonText = (value: Arbitrary<unknown>): Arbitrary<string> =>
  fc.tuple(value, fc.nat(160), fc.nat(100_000)).map(([one, drawn, place]) => {
    // Smaller draws are simpler: 0 is no damage.
    const damage = 160 - drawn;
    const text = written(one);
    const cut = text.length === 0 ? 0 : place % text.length;
    if (damage <= 3) return text.slice(0, cut);
    if (damage <= 6) return `${text}${text}`;
    if (damage <= 9) return `\ufeff${text}`;
    if (damage <= 12) return `${text.slice(0, cut)}\u0000${text.slice(cut)}`;
    if (damage <= 15)
      return text.replace('{', `{"id":"x","id":${JSON.stringify(ODD_TEXTS[place % ODD_TEXTS.length])},`);
    if (damage <= 18) return `${' '.repeat(60_000)}${text}`;
    return text;
  });
