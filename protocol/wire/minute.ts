// Parses the minute of a goal or card as people write it (rules MIN-1, MIN-7).

/** Characters of a minute at most. */
export const MINUTE_MAX = 20;

const part = /^(\d{1,3})\s*['’′]?$/;

/** `45'+2'`, `45 + 2`, `45+2'` → `45+2`; `45'` and the number 45 → `45`; null if it is not a minute. */
export function conventionalMinute(value: string | number): string | null {
  const written = String(value);
  if (written.length > MINUTE_MAX) return null;
  const parts = written.split('+');
  if (parts.length > 2) return null;
  const numbers = parts.map((text) => part.exec(text.trim())?.[1]);
  return numbers.includes(undefined) ? null : numbers.map(Number).join('+');
}

/** A minute as people read it: `45` → `45’`; one that is not understood stays as written (rule MIN-7). */
export const shownMinute = (minute: string): string => (conventionalMinute(minute) === null ? minute : `${minute}’`);
