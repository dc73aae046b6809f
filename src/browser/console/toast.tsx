// The last action, with an undo button.
import { useEffect } from 'preact/hooks';
import type { Action } from './dialog.tsx';

export type ToastProps = {
  readonly text: string;
  readonly action?: Action;
  readonly onGone: () => void;
};

const SHOWN_MS = 6_000;

export function Toast({ text, action, onGone }: ToastProps) {
  useEffect(() => {
    const timer = setTimeout(onGone, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="toast" role="status">
      <span>{text}</span>
      {action && <button onClick={action.run}>{action.label}</button>}
    </div>
  );
}
