/** The time as the interfaces write it: `2026-07-01T15:00:00.000Z`. `ms`: since 1970. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
export const isoTimeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));
