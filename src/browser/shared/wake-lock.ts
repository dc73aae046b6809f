// Keeps the display awake. The browser releases the lock when the page is hidden, and grants it only while the page is
// visible.

/**
 * Requests a wake lock now and each time the page becomes visible, until the returned function is called. Without the API
 * (plain http) the display may sleep.
 */
export function keepAwake(): () => void {
  const { wakeLock } = navigator as { readonly wakeLock?: WakeLock };
  if (wakeLock === undefined) return () => undefined;
  let lock: Promise<WakeLockSentinel | null> = Promise.resolve(null);
  const request = (): void => {
    // The browser refuses when the battery is low. A later request may succeed.
    if (document.visibilityState === 'visible') lock = wakeLock.request('screen').catch(() => null);
  };
  document.addEventListener('visibilitychange', request);
  request();
  return () => {
    document.removeEventListener('visibilitychange', request);
    void lock.then((sentinel) => sentinel?.release());
  };
}
