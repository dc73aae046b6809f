// Times in UTC, because the server does not know the reader's time zone. The script of the page shows them in the zone of the
// browser (src/browser/local-times).
import { localeOf } from '../../browser/shared/language.ts';
import { type PageLanguage, usePageLanguage } from './words.tsx';

/** `at`: ms since 1970; null where there is none, then `fallback` is shown. */
export function Time({ at, fallback = '' }: { readonly at: number | null; readonly fallback?: string }) {
  const { language } = usePageLanguage();
  return at === null ? <>{fallback}</> : <time dateTime={new Date(at).toISOString()}>{timeText(at, language)}</time>;
}

/** `22 Nov 2026, 18:00 UTC`; English has the order of the days that most of the world reads. */
export function timeText(at: number, language: PageLanguage['language']): string {
  const locale = language === 'en' ? 'en-GB' : localeOf(language);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(at)} UTC`;
}
