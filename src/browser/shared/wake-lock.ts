// Keeps the display awake. The browser releases the lock when the page is hidden, and grants it only while the page is
// visible.

/**
 * Requests a wake lock now and each time the page becomes visible. Without the API (plain http) the display may sleep.
 */
export function keepAwake(page: Document = document): void {
  const { wakeLock } = navigator as { readonly wakeLock?: WakeLock };
  if (wakeLock === undefined) return;
  const ask = (): void => {
    // The browser refuses when the battery is low. A later request may succeed.
    if (page.visibilityState === 'visible') wakeLock.request('screen').catch(() => undefined);
  };
  page.addEventListener('visibilitychange', ask);
  ask();
}
