// The time of a kick-off: in the time zone of its place where that is known, else in the zone of the screen.

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
