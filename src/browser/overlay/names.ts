// Short names for the scorebug: the ones of the data file, else letters of the names, as on television (rule NAME-7).

/** Legal forms, articles and other words that do not distinguish teams, without accents. */
const GENERIC_WORDS = new Set(
  [
    'fc cf sc sk ac as afc cfc ca cd ud sd ad gd cp sv tsv vfl vfb vfr tus ssv bsc fk nk if ik bk ev club clube klub the of',
    'de do da dos das del della di du des des le la el los las e y et und and i der die das',
    'associacao asociacion association associazione academia desportivo desportiva deportivo deportiva deportes sportiva',
    'futebol futbol football fussball calcio esporte sportclub sportverein grupo gruppo sociedade societa verein',
  ].flatMap((line) => line.split(' ')),
);

/** A side of a match. `short_name`: the one of the data file. */
type NamedSide = { readonly name: string; readonly short_name?: string | undefined };

/** A word of a script without case, as in 上海 or الهلال, is never cut: its first letters mean something else. */
const isUncut = (word: string): boolean => /\p{Lo}/u.test(word);

const letters = (word: string, count: number): string =>
  isUncut(word) ? word : Array.from(word.toUpperCase()).slice(0, count).join('');

const plain = (word: string): string =>
  word.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('.', '').toLowerCase();

const isGeneric = (word: string): boolean => GENERIC_WORDS.has(plain(word)) || /^\d+\.$/.test(word);

/** The first letter of a word and the first two of the last one; of one word the first letter and the third and fourth. */
function initials(words: readonly string[]): string {
  const [first = '', ...others] = words;
  const last = others.at(-1) ?? Array.from(first).slice(2).join('');
  return isUncut(first) ? (others.at(-1) ?? first) : letters(first, 1) + letters(last, 2);
}

/** Codes for a name, the best first: `Riverside FC` → `RIV`, `RVE`, `RFC`. `place` makes the last one unique in a match. */
function codesOf({ name, short_name: given }: NamedSide, place: number): readonly string[] {
  const words = name
    .normalize('NFC')
    .split(/[\s\-–/]+/)
    .map((word) => ({ text: word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''), isGeneric: isGeneric(word) }))
    .filter(({ text }) => text !== '');
  const all = words.map(({ text }) => text);
  const distinctive = words.filter((word) => !word.isGeneric).map(({ text }) => text);
  const [first = '', ...others] = distinctive.length > 0 ? distinctive : all;
  const last = others.at(-1) ?? '';
  // In `Team 1` and `Team 2`, the difference is at the end.
  const best = /^\d{1,2}$/.test(last) && !isUncut(first) ? letters(first, 3 - last.length) + last : letters(first, 3);
  const numbered = `${letters(first, 2)}${place}`;
  return [...(given === undefined ? [] : [given]), best, initials([first, ...others]), initials(all), numbered];
}

/** The short names of both sides. They differ, unless the names are the same. */
export function shortNames(home: NamedSide, away: NamedSide): { readonly home: string; readonly away: string } {
  const first = isGivenAlone(home, away) ? [home.short_name] : codesOf(home, 1);
  const second = isGivenAlone(away, home) ? [away.short_name] : codesOf(away, 2);
  const pairs = [...first, ...second].map((_, index) => ({
    home: first[index] ?? first[0] ?? '',
    away: second[index] ?? second[0] ?? '',
  }));
  const different = pairs.find((pair) => pair.home.toUpperCase() !== pair.away.toUpperCase());
  const [best = { home: '', away: '' }] = pairs;
  return home.name === away.name ? best : (different ?? best);
}

/** The only given name of a match stays as it is. Two that are equal tell nothing apart. */
const isGivenAlone = (own: NamedSide, other: NamedSide): own is NamedSide & { readonly short_name: string } =>
  own.short_name !== undefined && other.short_name === undefined;
