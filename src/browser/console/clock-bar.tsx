// The clock's buttons: the next step, and the other possible steps.
import { useEffect, useState } from 'preact/hooks';
import type { Board } from '../../../protocol/wire/board.ts';
import { Dialog } from './dialog.tsx';
import { isEarly } from './early.ts';
import type { Format } from './local-fold.ts';
import { useStepFocus } from './kept-focus.ts';
import { RESET, type Step, type Steps } from './next-step.ts';
import { useTick } from '../shared/tick.ts';
import { StepButton } from './step-button.tsx';
import { words } from './console-words.ts';

type ClockBarProps = {
  readonly steps: Steps;
  readonly board: Board;
  readonly format: Format;
  /** The scheduled time, ms since 1970. */
  readonly kickOff: number | null;
  /** The server's time, ms since 1970. */
  readonly now: () => number;
  readonly onStep: (step: Step) => void;
  /** Asks before an early step. */
  readonly onAsk: (step: Step) => void;
  readonly onNote: () => void;
};

/**
 * The buttons change after a press, on this phone or another. They ignore presses for this time, so that a second tap
 * does not hit a new button, ms.
 */
const SETTLE_MS = 800;

export function ClockBar({ steps, board, format, kickOff, now, onStep, onAsk, onNote }: ClockBarProps) {
  const [isOpen, setOpen] = useState(false);
  const ref = useStepFocus<HTMLElement>();
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
  const early = (one: Step): boolean => isEarly(one, board, format, kickOff, now());
  // The steps become due together.
  useTick(() => main !== null && early(main));
  const ask = (one: Step): void => {
    setOpen(false);
    onAsk(one);
  };
  const choose = (step: Step): void => {
    setOpen(false);
    if (step.confirm === undefined) setSettled('pressed');
    onStep(step);
  };
  return (
    <section ref={ref} class="clock-bar" aria-label={words.clockControl}>
      {main && (
        <StepButton
          key="next"
          isMain
          step={main}
          isEarly={early(main)}
          disabled={isSettling}
          onStep={choose}
          onAsk={ask}
        />
      )}
      {second && (
        <StepButton
          key={second.label}
          step={second}
          isEarly={early(second)}
          disabled={isSettling}
          onStep={choose}
          onAsk={ask}
        />
      )}
      <button onClick={onNote}>{words.markers.Event}</button>
      {(rest.length > 0 || hasReset) && (
        <button aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {words.more}
        </button>
      )}
      {isOpen && (
        <Dialog title={words.match} onClose={() => setOpen(false)} isSmall>
          <div class="choices">
            {rest.map((step) => (
              <StepButton
                key={`${step.type} ${step.label}`}
                step={step}
                isEarly={early(step)}
                onStep={choose}
                onAsk={ask}
              />
            ))}
            {hasReset && (
              <button class="danger" onClick={() => choose(RESET)}>
                {RESET.label}
              </button>
            )}
          </div>
        </Dialog>
      )}
    </section>
  );
}
