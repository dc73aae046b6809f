// The clock's buttons: the next step, and the other possible steps.
import { useEffect, useState } from 'preact/hooks';
import type { Board } from '../../../protocol/wire/board.ts';
import { Dialog } from './dialog.tsx';
import { RESET, type Step, type Steps } from './next-step.ts';

type ClockBarProps = {
  readonly steps: Steps;
  readonly board: Board;
  readonly onStep: (step: Step) => void;
  readonly onNote: () => void;
};

/**
 * The buttons change after a press, on this phone or another. They ignore presses for this time, so that a second tap
 * does not hit a new button, ms.
 */
const SETTLE_MS = 800;

export function ClockBar({ steps, board, onStep, onNote }: ClockBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { main, more } = steps;
  const offered = [main, ...more].map((step) => step?.label).join();
  const [settled, setSettled] = useState(offered);
  const isSettling = offered !== settled;
  useEffect(() => {
    const timer = setTimeout(() => setSettled(offered), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [offered, settled]);
  const [second, ...rest] = more;
  const hasReset = board.period !== 'not_started' || Object.keys(board.events).length > 0;
  const others = hasReset ? [...rest, RESET] : rest;
  const choose = (step: Step): void => {
    setOpen(false);
    if (step.confirm === undefined) setSettled('pressed');
    onStep(step);
  };
  return (
    <section class="clock-bar" aria-label="Clock control">
      {main && (
        <button key="next" class="next" data-testid="next" disabled={isSettling} onClick={() => choose(main)}>
          {main.label}
        </button>
      )}
      {second && (
        <button key={second.label} disabled={isSettling} onClick={() => choose(second)}>
          {second.label}
        </button>
      )}
      <button onClick={onNote}>Note</button>
      {others.length > 0 && (
        <button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          More
        </button>
      )}
      {isOpen && (
        <Dialog title="Match" onClose={() => setOpen(false)} isSmall>
          <div class="choices">
            {others.map((step) => (
              <button
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
