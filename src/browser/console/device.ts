// Optional features of the phone. The console works without them.
import { useEffect } from 'preact/hooks';

const TICK_MS = 15;

/** A short vibration. */
export function tick(): void {
  const device = navigator as { vibrate?: (ms: number) => boolean };
  device.vibrate?.(TICK_MS);
}

/**
 * Keeps the screen awake while the component is mounted. A phone releases the lock whenever the page is hidden, so the
 * hook requests it again.
 */
export function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    if (!wakeLock) return undefined;
    let held: Promise<WakeLockSentinel | null> = Promise.resolve(null);
    const ask = (): void => {
      // The browser refuses when the battery is low. Scoring works without the lock.
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
