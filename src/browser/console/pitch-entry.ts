// The pitch has an entry of its own in the history of the browser, so that "back" leads from there to the line-ups.
import { useEffect, useRef, useState } from 'preact/hooks';

const PITCH = { step: 'pitch' } as const;

const isPitchEntry = (): boolean => {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'step' in state && state.step === PITCH.step;
};

/** The open dialog, if there is one: "back" closes it first. */
const openDialog = (): Element | null => document.querySelector('dialog[open]');

/** Whether the pitch is shown, and the ways there and back. `begins`: the pitch is shown first. */
export function usePitchEntry(begins: (wasOnPitch: boolean) => boolean) {
  const [isOnPitch, setOnPitch] = useState(() => begins(isPitchEntry()));
  /** A button leads away, not the browser's "back". */
  const isLeaving = useRef(false);
  const open = (): void => {
    if (!isPitchEntry()) history.pushState(PITCH, '');
    setOnPitch(true);
  };
  useEffect(() => {
    if (isOnPitch) open();
    const { pathname } = location;
    const moved = (): void => {
      if (location.pathname !== pathname) return;
      const dialog = isLeaving.current ? null : openDialog();
      isLeaving.current = false;
      if (dialog === null || isPitchEntry()) setOnPitch(isPitchEntry());
      else {
        open();
        dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
      }
    };
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }, []);
  return {
    isOnPitch,
    openPitch: open,
    /** By the history too: a second entry for the line-ups would need another "back". */
    leavePitch(): void {
      isLeaving.current = isPitchEntry();
      if (isLeaving.current) history.back();
      else setOnPitch(false);
    },
  };
}
