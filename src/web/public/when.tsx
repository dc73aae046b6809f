// A date and time in the zone of its place.
import { boundedMap } from '../../ops/bounded-map.ts';
import { type Language, localeOf } from '../../browser/shared/language.ts';

/** English has the order of the days that most of the world reads. */
const localeFor = (lang: Language): string => (lang === 'en' ? 'en-GB' : localeOf(lang));

/** Zones of the world with their older names are fewer. */
const ZONES_MAX = 1_000;
/** In all languages; a format keeps some 10 KB. */
const FORMATS_MAX = 200;

const zones = boundedMap<string, string>(ZONES_MAX);

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

/** Making a format takes as long as using it 40 times, and the page of a tournament has hundreds of times. */
const formats = boundedMap<string, Intl.DateTimeFormat>(FORMATS_MAX);

function formatIn(lang: Language, zone: string): Intl.DateTimeFormat {
  const key = `${lang} ${zone}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(localeFor(lang), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: knownZone(zone),
    timeZoneName: 'short',
  });
  formats.set(key, made);
  return made;
}

/** `Sun, 22 Nov 2026, 10:00 GMT`. `at`: ms since 1970. */
export const whenText = (at: number, lang: Language, zone = 'UTC'): string => formatIn(lang, zone).format(at);

/** `1 Nov 2026`. `date`: a date, or a date-time in UTC. */
export const dayText = (date: string, lang: Language): string =>
  new Intl.DateTimeFormat(localeFor(lang), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));

export const When = (props: { at: number; lang: Language; zone?: string }) => (
  <time dateTime={new Date(props.at).toISOString()}>{whenText(props.at, props.lang, props.zone)}</time>
);
