// What a phone can do beside showing a page; where it cannot, nothing is lost.
import { useEffect } from 'preact/hooks';

const TICK_MS = 15;

/** A short tick under the thumb. */
export function tick(): void {
  const device = navigator as { vibrate?: (ms: number) => boolean };
  device.vibrate?.(TICK_MS);
}

/** Keeps the screen awake while the component is there; a phone gives the lock up whenever it is put away. */
export function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    if (!wakeLock) return undefined;
    let held: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    const ask = (): void => {
      // Refused when the battery is low: the match can be scored all the same.
      if (document.visibilityState === 'visible') held = wakeLock.request('screen').catch(() => null);
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      void held.then((sentinel) => sentinel?.release());
    };
  }, []);
}
