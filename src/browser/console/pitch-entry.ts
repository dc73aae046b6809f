// The pitch has an entry of its own in the history of the browser, so that "back" leads from there to the line-ups.
import { useEffect, useRef, useState } from 'preact/hooks';

const PITCH = 'pitch';
const isPitchEntry = (): boolean => history.state === PITCH;

/** Whether the pitch is shown, and the ways there and back. `begins`: the pitch is shown first. */
export function usePitchEntry(begins: (wasOnPitch: boolean) => boolean) {
  const [isOnPitch, setOnPitch] = useState(() => begins(isPitchEntry()));
  /** A button leads away, not the browser's "back". */
  const isLeaving = useRef(false);
  const openPitch = (): void => {
    if (!isPitchEntry()) history.pushState(PITCH, '');
    setOnPitch(true);
  };
  useEffect(() => {
    if (isOnPitch) openPitch();
    const { pathname } = location;
    const moved = (): void => {
      if (location.pathname !== pathname) return;
      const dialog = document.querySelector('dialog[open]');
      // "Back" closes the open dialog first.
      if (dialog && !isLeaving.current && !isPitchEntry()) {
        openPitch();
        dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
      } else setOnPitch(isPitchEntry());
      isLeaving.current = false;
    };
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }, []);
  /** By the history too: a second entry for the line-ups would need another "back". */
  const leavePitch = (): void => {
    isLeaving.current = isPitchEntry();
    if (isLeaving.current) history.back();
    else setOnPitch(false);
  };
  return { isOnPitch, openPitch, leavePitch };
}
