// Keeps the display awake. The browser lets go of the lock when the page is hidden, and grants it only while it is seen.

/** Asks for a wake lock now and whenever the page is seen again. Where there is none (plain http), the display may sleep. */
export function keepAwake(page: Document = document): void {
  const { wakeLock } = navigator as { readonly wakeLock?: WakeLock };
  if (wakeLock === undefined) return;
  const ask = (): void => {
    // Refused while the battery is low; the next time it may be granted.
    if (page.visibilityState === 'visible') wakeLock.request('screen').catch(() => undefined);
  };
  page.addEventListener('visibilitychange', ask);
  ask();
}
