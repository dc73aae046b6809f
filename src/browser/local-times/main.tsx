// Shows the times of a page in the time zone of the browser. Without this script they stay in UTC.
import { localeOf, readLanguage } from '../shared/language.ts';

const language = readLanguage(document.documentElement.lang) ?? 'en';
// English has many orders of day and month; the reader's own is the best guess.
const locale = language === 'en' ? navigator.language : localeOf(language);
const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

for (const time of document.querySelectorAll('time')) {
  const at = Date.parse(time.dateTime);
  if (!Number.isNaN(at)) time.textContent = format.format(at);
}
