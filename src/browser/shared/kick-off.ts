// The time of a kick-off, in the time zone of the screen.

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** `19:05`. `at`: ms since 1970. */
export const timeOf = (at: number, lang: string): string => new Intl.DateTimeFormat(lang, CLOCK).format(at);

/** `Sun, Nov 22`; null when that is the day of `now`. */
export const dateOf = (at: number, now: number, lang: string): string | null =>
  new Date(at).toDateString() === new Date(now).toDateString()
    ? null
    : new Intl.DateTimeFormat(lang, { weekday: 'short', day: 'numeric', month: 'short' }).format(at);
