// Parses the minute of a goal or card as people write it (rule MIN-1).

const written = /^\s*(\d{1,3})\s*['’′]?\s*(?:\+\s*(\d{1,3})\s*['’′]?)?\s*$/;

/** `45'+2'`, `45 + 2`, `45+2'` → `45+2`; `45'` and the number 45 → `45`; null if it is not a minute. */
export function conventionalMinute(value: string | number): string | null {
  const match = written.exec(String(value));
  if (!match) return null;
  const minute = String(Number(match[1]));
  return match[2] === undefined ? minute : `${minute}+${Number(match[2])}`;
}
