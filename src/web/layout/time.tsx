// Times in UTC, because the server does not know the reader's time zone.
const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `at`: ms since 1970; null where there is none, then `fallback` is shown. */
export const Time = ({ at, fallback = '' }: { readonly at: number | null; readonly fallback?: string }) =>
  at === null ? <>{fallback}</> : <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>;

export const timeText = (at: number): string => `${format.format(at)} UTC`;
