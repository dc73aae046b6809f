// A goal difference as tables show it.

/** `+3`, `0`, `−2`. */
export const signed = (difference: number): string =>
  difference > 0 ? `+${difference}` : String(difference).replace('-', '−');
