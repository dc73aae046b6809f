// Sets the clock by steps, or to a typed time.
import { useState } from 'preact/hooks';
import type { Clock } from '../../../protocol/wire/board.ts';
import { shownClock } from '../../../protocol/wire/clock.ts';
import { elapsedAt } from '../../match/clock.ts';
import { words } from './console-words.ts';
import { Actions, Dialog, onEnter } from './dialog.tsx';
import { FaultLine } from './fault-line.tsx';
import { useTick } from '../shared/tick.ts';

type ClockDialogProps = {
  readonly clock: Clock;
  /** The server's time, ms since 1970. */
  readonly now: () => number;
  /** Whether the clock can be set so many ms ahead. */
  readonly isPossible: (byMs: number) => boolean;
  readonly onSet: (byMs: number) => void;
  readonly onClose: () => void;
};

const STEPS = [
  [words.minuteBack, -60_000],
  [words.secondsBack, -10_000],
  [words.secondsOn, 10_000],
  [words.minuteOn, 60_000],
] as const;

export function ClockDialog({ clock, now, isPossible, onSet, onClose }: ClockDialogProps) {
  const [byMs, setBy] = useState(0);
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const text = useTick(() => shownClock(clock, now() + (clock.running ? byMs : 0)).text);
  const shown = clock.running ? text : shownClock({ ...clock, elapsed_ms: clock.elapsed_ms + byMs }, now()).text;

  function set(): void {
    const target = typed === null ? null : timeOf(typed);
    const by = target === null ? byMs : Math.round(target - elapsedAt(clock, now()));
    if (typed !== null && target === null) setFault(words.notATime);
    else if (by === 0) onClose();
    else if (isPossible(by)) onSet(by);
    else setFault(words.clockBlocked);
  }

  return (
    <Dialog title={words.setClock} onClose={onClose} isSmall>
      <label class="clock-time">
        {words.clockTime}
        <input
          type="text"
          dir="ltr"
          inputMode="text"
          autocomplete="off"
          value={typed ?? shown}
          maxLength={12}
          onInput={(event) => {
            setFault(null);
            setTyped(event.currentTarget.value);
          }}
          onKeyDown={onEnter(set)}
        />
      </label>
      <div class="clock-steps" data-repeats>
        {STEPS.map(([label, ms]) => (
          <button
            key={label}
            onClick={() => {
              setFault(null);
              setTyped(null);
              setBy(byMs + ms);
            }}
          >
            {label}
          </button>
        ))}
      </div>
      <FaultLine text={fault} />
      <Actions quiet={{ label: words.cancel, run: onClose }} main={{ label: words.set, run: set }} />
    </Dialog>
  );
}

/** `12:30` in ms; null if it is no such time. */
function timeOf(text: string): number | null {
  const [, minutes, seconds] = /^\s*(\d{1,3}):([0-5]\d)\s*$/.exec(text) ?? [];
  return minutes === undefined ? null : (Number(minutes) * 60 + Number(seconds)) * 1_000;
}
