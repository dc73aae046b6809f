// Keyboard shortcuts for scoring at a desk.
import { useEffect, useRef } from 'preact/hooks';
import type { Side } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import { Dialog } from './dialog.tsx';
import { latinKey } from './latin-key.ts';
import { TYPE_LABELS } from './marker-words.ts';
import { words } from './console-words.ts';

type KeyActions = {
  readonly press: (type: MarkerType, side?: Side) => void;
  readonly next: () => void;
  /** Undoes the newest entry. */
  readonly undo: () => void;
  readonly help: () => void;
};

const MARKERS: Readonly<Record<string, MarkerType>> = {
  G: 'Goal',
  P: 'PenaltyScored',
  M: 'PenaltyMissed',
  S: 'Save',
  O: 'Shot',
  Y: 'YellowCard',
  R: 'RedCard',
  U: 'Substitution',
  F: 'Foul',
};

/** Listens to the keyboard while no dialog is open. */
export function useKeys(isActive: boolean, actions: KeyActions): void {
  const latest = useRef({ isActive, actions });
  latest.current = { isActive, actions };
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const target = event.target as Element | null;
      if (!latest.current.isActive || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (target?.closest('dialog, input, textarea, select')) return;
      const { press, next, undo, help } = latest.current.actions;
      const key = latinKey(event);
      const marker = MARKERS[key];
      if (marker) press(marker, event.shiftKey ? 'away' : 'home');
      else if (event.key === ' ' && !target?.closest('button, a')) next();
      else if (key === 'N' && !event.shiftKey) press('Event');
      else if (key === 'Z' && !event.shiftKey) undo();
      else if (key === '?') help();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

export function KeyMap({ onClose }: { onClose: () => void }) {
  const { keys } = words;
  const rows: readonly (readonly [string, string])[] = [
    [keys.space, keys.next],
    ...Object.entries(MARKERS).map(([key, type]) => [key, TYPE_LABELS[type]] as const),
    [keys.shift, keys.away],
    ['N', words.markers.Event],
    ['Z', keys.undo],
    [keys.digits, keys.number],
    ['Esc', keys.close],
    ['?', keys.title],
  ];
  return (
    <Dialog title={keys.title} onClose={onClose}>
      <dl class="keymap">
        {rows.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
