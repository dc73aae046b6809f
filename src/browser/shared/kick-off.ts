// The time of a kick-off, in the time zone of its place where that is known, else in the zone of the screen; and the time left.

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** `19:05`. `at`: ms since 1970. `zone`: an IANA time zone; null for the zone of the screen. */
export const timeOf = (at: number, lang: string, zone: string | null = null): string =>
  formatOf(lang, CLOCK, zone).format(at);

/** `Sun, Nov 22`; null when that is the day of `now`. */
export function dateOf(at: number, now: number, lang: string, zone: string | null = null): string | null {
  const day = formatOf(lang, DAY, zone);
  return day.format(at) === day.format(now) && Math.abs(at - now) < YEAR_MS ? null : day.format(at);
}
/** The day and the month alone tell days of the same year apart. */
const YEAR_MS = 300 * 86_400_000;

/** `12:07`, `3:12:07`, or `2 d 03:12:07` from two days on. */
export function timeLeft(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const [days, hours, minutes, rest] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  if (days >= 2) return `${days} d ${two(hours)}:${two(minutes)}:${two(rest)}`;
  const allHours = days * 24 + hours;
  return allHours > 0 ? `${allHours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}

/**
 * Whether clocks in the two zones show the same at `at` (ms since 1970). `own`: the zone of the browser by default. A zone that the
 * browser does not know counts as its own.
 */
export const isOwnTime = (at: number, zone: string, own: string | null = null): boolean =>
  formatOf('en', WALL, zone).format(at) === formatOf('en', WALL, own).format(at);
const WALL = { dateStyle: 'short', timeStyle: 'medium' } as const;

/** `22 Nov 2026, 10:00 GMT`, with the zone of the place. */
export const momentIn = (at: number, lang: string, zone: string): string => formatOf(lang, MOMENT, zone).format(at);
const MOMENT = { ...CLOCK, day: 'numeric', month: 'short', year: 'numeric', timeZoneName: 'short' } as const;

/** In the zone of the screen where the browser does not know this one. */
function formatOf(lang: string, format: Intl.DateTimeFormatOptions, zone: string | null): Intl.DateTimeFormat {
  const key = JSON.stringify([lang, format, zone]);
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = newFormat(lang, format, zone);
  formats.set(key, made);
  return made;
}
/** A format takes a while to make, and a screen asks for the same ones 20 times a second. */
const formats = new Map<string, Intl.DateTimeFormat>();

function newFormat(lang: string, format: Intl.DateTimeFormatOptions, zone: string | null): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(lang, zone === null ? format : { ...format, timeZone: zone });
  } catch (error) {
    if (!(error instanceof RangeError) || zone === null) throw error;
    return new Intl.DateTimeFormat(lang, format);
  }
}
