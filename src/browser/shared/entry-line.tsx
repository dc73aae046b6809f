// A line of goals or a card of one player, in words.
import { shownMinute } from '../../../protocol/wire/minute.ts';
import type { EntryLine } from './entries.ts';
import { WholeWords } from './whole-words.tsx';
import type { Words } from './words.ts';

const NOTE_WORDS = { penalty: 'penaltyShort', own_goal: 'ownGoalShort' } as const;
const NBSP = '\u00a0';

/** `Griezmann 38’ pen., 65’`; without a name only the minutes. */
export function lineText({ name, times }: EntryLine, words: Words) {
  const minutes = times
    .map(({ minute, note }) =>
      [...(minute === null ? [] : [shownMinute(minute)]), ...(note === null ? [] : [words[NOTE_WORDS[note]]])].join(
        NBSP,
      ),
    )
    .filter((text) => text !== '');
  if (name === null && minutes.length === 0) return words.unknownPlayer;
  return (
    <>
      {name !== null && (
        <bdi class="who">
          <WholeWords text={name} />
        </bdi>
      )}{' '}
      <span class="minute">{minutes.join(', ')}</span>
    </>
  );
}
