// Goals and cards of a side, as many as fit.
import type { Side } from '../../../protocol/wire/board.ts';
import { shownMinute } from '../../../protocol/wire/minute.ts';
import { type Entry, shortName } from '../shared/entries.ts';
import { useSettings } from './settings.ts';

const KIND_WORDS = {
  goal: 'goal',
  yellow: 'yellowCard',
  second_yellow: 'secondYellow',
  red: 'redCard',
} as const;
const NOTE_WORDS = { penalty: 'penaltyShort', own_goal: 'ownGoalShort' } as const;

/** The style sheet hides entries that do not fit, from the end of the list. */
export function EntryList({ side, entries }: { side: Side; entries: readonly Entry[] }) {
  const { words } = useSettings();
  return (
    <ol class={`entries ${side}`} data-testid={`entries-${side}`}>
      {entries.map((entry) => (
        <li key={entry.key} class="entry">
          <span class={`icon ${entry.kind}`} role="img" aria-label={words[KIND_WORDS[entry.kind]]} />
          {entry.minute !== null && <span class="minute">{shownMinute(entry.minute)}</span>}
          {entry.note !== null && <span class="minute">{words[NOTE_WORDS[entry.note]]}</span>}
          <bdi class="who">{entry.name === null ? words.unknownPlayer : shortName(entry.name)}</bdi>
        </li>
      ))}
    </ol>
  );
}
