// The row that brings a line of text on air.
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { TEXT_KEY } from './air-keys.ts';
import { AirRow } from './air-row.tsx';
import { airWords as words } from './console-words.ts';

/** Longer texts are refused by the server. */
const TEXT_MAX = 80;

type TextRowProps = { readonly inputRef: RefObject<HTMLInputElement | null>; readonly onShow: (text: string) => void };

export function TextRow({ inputRef, onShow }: TextRowProps) {
  const [line, setLine] = useState('');
  return (
    <AirRow title={words.text}>
      <form
        class="air-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (line.trim() !== '') onShow(line);
          inputRef.current?.blur();
        }}
      >
        <input
          ref={inputRef}
          type="text"
          aria-label={words.text}
          placeholder={words.textHint}
          maxLength={TEXT_MAX}
          value={line}
          onInput={(event) => setLine(event.currentTarget.value)}
        />
        <button type="submit" disabled={line.trim() === ''}>
          {words.show} <kbd>{TEXT_KEY}</kbd>
        </button>
      </form>
    </AirRow>
  );
}
