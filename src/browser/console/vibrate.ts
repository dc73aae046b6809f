const VIBRATION_MS = 15;

/** A short vibration, where the phone can. Before the first tap on a page, browsers block it and complain. */
export function vibrate(): void {
  const device = navigator as { vibrate?: (ms: number) => boolean; userActivation?: { hasBeenActive: boolean } };
  if (device.userActivation?.hasBeenActive !== false) device.vibrate?.(VIBRATION_MS);
}
