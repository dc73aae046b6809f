// A sheet over the pitch. The browser keeps the keyboard inside and closes it with Escape.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

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
  // Before it is drawn: a sheet that is not open yet would stand in the page for a moment, with its end cut off.
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
          {title}
        </h2>
        <button type="button" class="close" aria-label="Close" onClick={onClose}>
          ✕
        </button>
      </header>
      <div class="sheet-body">{children}</div>
    </dialog>
  );
}

type ConfirmProps = {
  readonly question: string;
  readonly yes: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
};

/** Asked before what cannot be put right by a thumb: full time, a reset, a deletion after the end. */
export function Confirm({ question, yes, onYes, onNo }: ConfirmProps) {
  return (
    <Dialog title={question} onClose={onNo} isSmall>
      <div class="actions">
        <button type="button" onClick={onNo}>
          No
        </button>
        <button type="button" class="done" onClick={onYes}>
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
