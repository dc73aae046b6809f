// Shows the times of a page in the time zone of the browser; without this script they stay in UTC. A time in the zone of a ground
// stays, and gets the time of the browser behind it where that differs.
import { isOwnTime } from '../shared/kick-off.ts';
import { localeOf, readLanguage } from '../shared/language.ts';

const language = readLanguage(document.documentElement.lang) ?? 'en';
// English has many orders of day and month; the reader's own is the best guess.
const locale = language === 'en' ? navigator.language : localeOf(language);
const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

for (const time of document.querySelectorAll('time')) {
  const at = Date.parse(time.dateTime);
  const { zone, own = '{}' } = time.dataset;
  if (Number.isNaN(at)) continue;
  if (zone === undefined) time.textContent = format.format(at);
  else if (!isOwnTime(at, zone)) time.append(` (${own.replace('{}', format.format(at))})`);
}
