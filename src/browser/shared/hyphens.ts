// Where a long word of a name may break: between syllables, with a hyphen. Browsers hyphenate by dictionaries, which streaming
// software and many boxes behind screens do not have, and names are in any language. So the places are marked here, in the
// letters themselves.

const SOFT_HYPHEN = '\u00ad';
/** Letters before and after each place. */
const PART_MIN = 4;
/** A consonant, or letters that are one, before a vowel, in small letters. Words in scripts without vowels stay whole. */
const SYLLABLE =
  /(?:sch|[cstpg]h|ck|qu|[^\P{L}aeiouyäöüàáâãåæèéêëìíîïòóôõøœùúûýαεηιουωάέήίόύώаеёиоуыэюя])(?=[aeiouyäöüàáâãåæèéêëìíîïòóôõøœùúûýαεηιουωάέήίόύώаеёиоуыэюя])/gu;

/** The text with the places marked in words of `from` letters and more. */
export const hyphenated = (text: string, from = 12): string =>
  text.replaceAll(/\p{L}+/gu, (word) => (word.length < from ? word : marked(word)));

function marked(word: string): string {
  const small = word.toLowerCase();
  // The places in a word whose small letters have another length, as with the Turkish İ, are not known.
  if (small.length !== word.length) return word;
  const parts: string[] = [];
  let start = 0;
  for (const { index } of small.matchAll(SYLLABLE)) {
    if (index - start < PART_MIN || word.length - index < PART_MIN) continue;
    parts.push(word.slice(start, index));
    start = index;
  }
  return [...parts, word.slice(start)].join(SOFT_HYPHEN);
}
