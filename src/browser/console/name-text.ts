// A name for the narrow columns of the console: a long word in it may break between syllables, with a hyphen, and nowhere else.
import { hyphenated } from '../shared/hyphens.ts';

/** A shorter word has room in every column. */
const BREAKABLE = 10;

export const nameText = (name: string): string => hyphenated(name, BREAKABLE);
