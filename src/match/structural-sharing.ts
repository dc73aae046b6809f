// Structural sharing: unchanged parts keep their reference, so that computing a patch visits only changed parts.

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** `next`, with each part that equals its counterpart in `previous` replaced by that counterpart. Both are JSON values. */
export function shareStructure<T>(previous: unknown, next: T): T;
export function shareStructure(previous: unknown, next: unknown): unknown {
  if (previous === next || !isObject(previous) || !isObject(next)) return next;
  if (Array.isArray(previous) || Array.isArray(next)) {
    return Array.isArray(previous) && Array.isArray(next) ? shareArray(previous, next) : next;
  }
  return shareMembers(previous, next);
}

export type Members = Readonly<Record<string, unknown>>;

/** The same for two objects. `except`: a member that only `previous` has, and that is not read. */
export function shareMembers(previous: Members, next: Members, except?: string): Members {
  let isSame = true;
  // Copied only when a part is replaced: most objects are equal, or have nothing but changed numbers.
  let shared: Record<string, unknown> = next;
  for (const key in next) {
    const part = shareStructure(previous[key], next[key]);
    if (part !== previous[key]) isSame = false;
    if (part === next[key]) continue;
    if (shared === next) shared = { ...next };
    shared[key] = part;
  }
  return isSame && hasAllOf(next, previous, except) ? previous : shared;
}

/** Whether each member of `other`, up to the one named `except`, is a member of `value` too. */
function hasAllOf(value: object, other: object, except?: string): boolean {
  for (const key in other) if (key !== except && !Object.hasOwn(value, key)) return false;
  return true;
}

function shareArray(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const shared = next.map((value, index) => shareStructure(previous[index], value));
  const same = shared.length === previous.length && shared.every((value, index) => value === previous[index]);
  return same ? previous : shared;
}

/** `previous` if `next` has the very same members, else `next`: for values whose parts are shared already. */
export function shareWhole<T extends object>(previous: T | undefined, next: T): T {
  if (previous === undefined) return next;
  for (const key in next) if (previous[key] !== next[key]) return next;
  return hasAllOf(next, previous) ? previous : next;
}
