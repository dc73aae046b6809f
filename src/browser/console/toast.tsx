// The last action, with its undo.
import { useEffect, useState } from 'preact/hooks';
import type { Action } from './dialog.tsx';
import { historyHeading, useKeptFocus } from './kept-focus.ts';

type Message = { readonly text: string; readonly action?: Action };

const SHOWN_MS = 8_000;

/** The current message, and the function that shows the next one. */
export function useToast() {
  const [message, setMessage] = useState<Message | null>(null);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setMessage(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return { message, say: setMessage };
}

export function Toast({ text, action }: Message) {
  const ref = useKeptFocus<HTMLDivElement>(historyHeading);
  return (
    <div ref={ref} class="toast">
      <span>{text}</span>
      {action && <button onClick={action.run}>{action.label}</button>}
    </div>
  );
}
