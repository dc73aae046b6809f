// The button of a step of the clock. An early step needs a hold: a tap by accident must not end a half.
import { useEffect, useRef, useState } from 'preact/hooks';
import { words } from './console-words.ts';
import type { Step } from './next-step.ts';

type StepButtonProps = {
  readonly step: Step;
  readonly isEarly: boolean;
  readonly isMain?: boolean;
  readonly disabled?: boolean;
  readonly onStep: (step: Step) => void;
  /** A keyboard or a screen reader cannot hold a button: the scorekeeper is asked instead. */
  readonly onAsk: (step: Step) => void;
};

/** The animation of `.holding` takes the same time, ms. */
const HOLD_MS = 1_000;

export function StepButton({ step, isEarly, isMain = false, disabled = false, onStep, onAsk }: StepButtonProps) {
  const [isHolding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = (): void => {
    clearTimeout(timer.current);
    setHolding(false);
  };
  useEffect(() => release, []);
  const hold = (): void => {
    setHolding(true);
    timer.current = setTimeout(() => {
      release();
      onStep(step);
    }, HOLD_MS);
  };
  const about = {
    // A button that is really disabled loses the focus.
    'aria-disabled': disabled || undefined,
    'data-testid': isMain ? 'next' : undefined,
  };
  if (!isEarly) {
    return (
      <button {...about} key="tap" class={isMain ? 'next' : ''} onClick={() => disabled || onStep(step)}>
        {step.label}
      </button>
    );
  }
  return (
    <button
      {...about}
      key="hold"
      class={`hold${isMain ? ' main' : ''}${isHolding ? ' holding' : ''}`}
      aria-description={words.hold}
      onPointerDown={(event) => {
        if (event.button === 0 && !disabled) hold();
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      // The number of clicks is 0 when a key or a screen reader made the event.
      onClick={(event) => {
        if (event.detail === 0 && !disabled) onAsk(step);
      }}
    >
      {step.label}
      <span class="hold-hint" aria-hidden="true">
        {words.holdShort}
      </span>
    </button>
  );
}
