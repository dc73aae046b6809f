// A dialog over the scoring page. The browser keeps the keyboard focus inside and closes the dialog with Escape.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { words } from './console-words.ts';
import { nameText } from './name-text.tsx';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly onKey?: (event: KeyboardEvent) => void;
  readonly isSmall?: boolean;
  readonly children: ComponentChildren;
};

export function Dialog({ title, onClose, onKey, isSmall = false, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Opens the dialog before the browser paints. Otherwise the closed dialog would be visible for a moment.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      class={isSmall ? 'sheet small' : 'sheet'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKey}
    >
      <header class="sheet-head">
        <h2 id={id} dir="auto">
          {nameText(title)}
        </h2>
        <button aria-label={words.close} onClick={onClose}>
          ✕
        </button>
      </header>
      <div class="sheet-body">{children}</div>
    </dialog>
  );
}

/** For a field of a dialog: the key must not press the button that gets the focus back. */
export const onEnter =
  (run: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    run();
  };

export type Action = { readonly label: string; readonly run: () => void };

type ActionsProps = { readonly quiet: Action; readonly main: Action; readonly isDanger?: boolean };

export const Actions = ({ quiet, main, isDanger = false }: ActionsProps) => (
  <div class="actions">
    <button onClick={quiet.run}>{quiet.label}</button>
    <button class={isDanger ? 'done danger' : 'done'} onClick={main.run}>
      {main.label}
    </button>
  </div>
);

type ConfirmProps = {
  readonly question: string;
  readonly yes: string;
  readonly isDanger?: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
};

/** Asks before a step that is hard to undo: full time, a reset, a deletion after the end. */
export function Confirm({ question, yes, isDanger = false, onYes, onNo }: ConfirmProps) {
  return (
    <Dialog title={question} onClose={onNo} isSmall>
      <Actions quiet={{ label: words.no, run: onNo }} main={{ label: yes, run: onYes }} isDanger={isDanger} />
    </Dialog>
  );
}
