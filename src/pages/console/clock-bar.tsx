// The clock's own buttons: what comes next, and what else may.
import { useEffect, useState } from 'preact/hooks';
import type { Board } from '../../../protocol/board.ts';
import { Dialog } from './dialog.tsx';
import { RESET, type Step, type Steps } from './next-step.ts';

type ClockBarProps = {
  readonly steps: Steps;
  readonly board: Board;
  readonly onStep: (step: Step) => void;
  readonly onNote: () => void;
};

/** The buttons change with the press: the second tap of a wet thumb must not meet the next one, ms. */
const SETTLE_MS = 800;

export function ClockBar({ steps, board, onStep, onNote }: ClockBarProps) {
  const [isOpen, setOpen] = useState(false);
  const [isSettling, setSettling] = useState(false);
  useEffect(() => {
    if (!isSettling) return undefined;
    const timer = setTimeout(() => setSettling(false), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [isSettling]);
  const [second, ...rest] = steps.more;
  const hasReset = board.period !== 'not_started' || Object.keys(board.events).length > 0;
  const others = [...rest, ...(hasReset ? [RESET] : [])];
  const choose = (step: Step): void => {
    setOpen(false);
    if (step.confirm === undefined) setSettling(true);
    onStep(step);
  };
  return (
    <section class="clock-bar" aria-label="Clock control">
      {steps.main && (
        <button
          type="button"
          key="next"
          class="next"
          data-testid="next"
          disabled={isSettling}
          onClick={() => choose(steps.main ?? RESET)}
        >
          {steps.main.label}
        </button>
      )}
      {second && (
        <button type="button" disabled={isSettling} onClick={() => choose(second)}>
          {second.label}
        </button>
      )}
      <button type="button" onClick={onNote}>
        Note
      </button>
      {others.length > 0 && (
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          More
        </button>
      )}
      {isOpen && (
        <Dialog title="Match" onClose={() => setOpen(false)} isSmall>
          <div class="choices">
            {others.map((step) => (
              <button
                type="button"
                key={`${step.type} ${step.label}`}
                class={step === RESET ? 'danger' : ''}
                onClick={() => choose(step)}
              >
                {step.label}
              </button>
            ))}
          </div>
        </Dialog>
      )}
    </section>
  );
}
