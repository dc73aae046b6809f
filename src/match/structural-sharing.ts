// Structural sharing: unchanged parts keep their reference, so that computing a patch visits only changed parts.

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** `next`, with each part that equals its counterpart in `previous` replaced by that counterpart. Both are JSON values. */
export function shareStructure<T>(previous: unknown, next: T): T;
export function shareStructure(previous: unknown, next: unknown): unknown {
  if (previous === next || !isObject(previous) || !isObject(next)) return next;
  if (Array.isArray(previous) || Array.isArray(next)) {
    return Array.isArray(previous) && Array.isArray(next) ? shareArray(previous, next) : next;
  }
  const shared: Record<string, unknown> = {};
  let same = Object.keys(previous).length === Object.keys(next).length;
  for (const [key, value] of Object.entries(next)) {
    shared[key] = shareStructure(previous[key], value);
    if (shared[key] !== previous[key]) same = false;
  }
  return same ? previous : shared;
}

function shareArray(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const shared = next.map((value, index) => shareStructure(previous[index], value));
  const same = shared.length === previous.length && shared.every((value, index) => value === previous[index]);
  return same ? previous : shared;
}
