const VIBRATION_MS = 15;

/** A short vibration, where the phone can. */
export function vibrate(): void {
  const device = navigator as { vibrate?: (ms: number) => boolean };
  device.vibrate?.(VIBRATION_MS);
}
