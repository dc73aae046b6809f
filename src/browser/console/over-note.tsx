// After the end a tap must not change the result: the scorekeeper says first that the match is to be corrected.
import { words } from './console-words.ts';

type OverNoteProps = { readonly isLocked: boolean; readonly onChange: (isCorrecting: boolean) => void };

export const OverNote = ({ isLocked, onChange }: OverNoteProps) => (
  <section class="over-note">
    <p>{isLocked ? words.matchOver : words.correcting}</p>
    <button onClick={() => onChange(isLocked)}>{isLocked ? words.correct : words.done}</button>
  </section>
);
