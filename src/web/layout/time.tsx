// Times, for a server that does not know the reader's time zone: in UTC, which the script of the page changes to the zone of the
// browser, or in the zone of a ground, to which the script adds the reader's time where it differs (src/browser/local-times).
import { type Language, localeOf } from '../../browser/shared/language.ts';
import { whenText } from '../public/when.tsx';
import { usePageLanguage } from './words.tsx';

type TimeProps = {
  /** ms since 1970; null where there is none, then `fallback` is shown. */
  readonly at: number | null;
  /** IANA time zone of the ground; null for the reader's own. */
  readonly zone?: string | null;
  readonly fallback?: string;
};

export function Time({ at, zone = null, fallback = '' }: TimeProps) {
  const { language, words } = usePageLanguage();
  if (at === null) return <>{fallback}</>;
  const dateTime = new Date(at).toISOString();
  if (zone === null) return <time dateTime={dateTime}>{timeText(at, language)}</time>;
  return (
    <time dateTime={dateTime} data-zone={zone} data-own={words.frame.yourTime('{}')}>
      {whenText(at, language, zone)}
    </time>
  );
}

/** `22 Nov 2026, 18:00 UTC`; English has the order of the days that most of the world reads. */
export const timeText = (at: number, language: Language): string => `${formatIn(language).format(at)} UTC`;

/** Making a format takes as long as using it 40 times. */
const formats = new Map<Language, Intl.DateTimeFormat>();

function formatIn(language: Language): Intl.DateTimeFormat {
  const known = formats.get(language);
  if (known !== undefined) return known;
  const locale = language === 'en' ? 'en-GB' : localeOf(language);
  const made = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  formats.set(language, made);
  return made;
}
