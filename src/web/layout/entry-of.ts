/** The entry of this name, which comes from an address or a form; null for any other name. */
export const entryOf = <T>(entries: Readonly<Record<string, T>>, name: string | null): T | null =>
  name !== null && Object.hasOwn(entries, name) ? (entries[name] ?? null) : null;
