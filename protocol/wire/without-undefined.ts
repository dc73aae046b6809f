// Removes absent members from values that are stored and compared.

/** Drops undefined members, so that equal markers compare as equal and are stored alike. */
export function withoutUndefined<T extends object>(value: T): T {
  const kept: Partial<T> = {};
  for (const key in value) if (value[key] !== undefined) kept[key] = value[key];
  return kept as T;
}
