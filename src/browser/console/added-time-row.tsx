// The row that announces added time: a button for each usual number of minutes, and a field for others.
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { MINUTES_KEY } from './air-keys.ts';
import { AirRow } from './air-row.tsx';
import { airWords as words } from './console-words.ts';

/** More are refused by the server. */
const MINUTES_MAX = 30;

type AddedTimeRowProps = {
  /** The minutes that are on air. */
  readonly shown: number | undefined;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onAnnounce: (minutes: number) => void;
};

export function AddedTimeRow({ shown, inputRef, onAnnounce }: AddedTimeRowProps) {
  const [text, setText] = useState('4');
  const minutes = Number(text);
  const isValid = text.trim() !== '' && Number.isInteger(minutes) && minutes >= 0 && minutes <= MINUTES_MAX;
  return (
    <AirRow title={words.addedTime}>
      {[1, 2, 3, 4, 5, 6].map((count) => (
        <button key={count} aria-pressed={shown === count} onClick={() => onAnnounce(count)}>
          <span dir="ltr">+{count}</span> <kbd>{count}</kbd>
        </button>
      ))}
      <form
        class="air-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) onAnnounce(minutes);
          inputRef.current?.blur();
        }}
      >
        <input
          ref={inputRef}
          class="air-minutes"
          type="text"
          inputMode="numeric"
          aria-label={words.minutes}
          maxLength={2}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" disabled={!isValid}>
          {words.show} <kbd>{MINUTES_KEY}</kbd>
        </button>
      </form>
    </AirRow>
  );
}
