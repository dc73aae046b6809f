// A date and time in the zone of its place.
import { type Language, localeOf } from '../../browser/shared/language.ts';

/** English has the order of the days that most of the world reads. */
const localeFor = (lang: Language): string => (lang === 'en' ? 'en-GB' : localeOf(lang));

const zones = new Map<string, string>();

/** The zone as Node knows it; UTC for one that it does not know. */
function knownZone(zone: string): string {
  const known = zones.get(zone);
  if (known !== undefined) return known;
  let found = zone;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    found = 'UTC';
  }
  zones.set(zone, found);
  return found;
}

/** `Sun, 22 Nov 2026, 10:00 GMT`. `at`: ms since 1970. */
export const whenText = (at: number, lang: Language, zone = 'UTC'): string =>
  new Intl.DateTimeFormat(localeFor(lang), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: knownZone(zone),
    timeZoneName: 'short',
  }).format(at);

/** `1 Nov 2026`. `date`: a date, or a date-time in UTC. */
export const dayText = (date: string, lang: Language): string =>
  new Intl.DateTimeFormat(localeFor(lang), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));

export const When = (props: { at: number; lang: Language; zone?: string }) => (
  <time dateTime={new Date(props.at).toISOString()}>{whenText(props.at, props.lang, props.zone)}</time>
);
