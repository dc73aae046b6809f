// A name for the narrow columns of the console: a long word in it may break between syllables, with a hyphen, and nowhere else.
import { WholeWords } from '../shared/whole-words.tsx';

/** A shorter word has room in every column. */
const BREAKABLE = 10;

export const nameText = (name: string) => <WholeWords text={name} from={BREAKABLE} />;
