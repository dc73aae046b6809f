// Times in UTC, because the server does not know the reader's time zone.
const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** `at`: ms since 1970; null where there is none. */
export const Time = ({ at, never }: { readonly at: number | null; readonly never: string }) =>
  at === null ? <>{never}</> : <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>;

export const timeText = (at: number): string => `${format.format(at)} UTC`;
