// JSON Merge Patch (RFC 7396): objects merge, null removes, any other value replaces.

type JsonObject = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies `patch` to `target` and returns a new value. Parts that the patch does not name keep their identity. */
export function mergePatch<T>(target: T, patch: unknown): T;
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: Record<string, unknown> = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete merged[key];
    else put(merged, key, isObject(value) ? mergePatch(own(merged, key), value) : value);
  }
  return merged;
}

/** The object's own member. Inherited members (`constructor`, `__proto__`) do not count. */
export const own = (object: JsonObject, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined);

/** Sets a plain own property, also for a key like `__proto__`. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
}

/**
 * The merge patch from `before` to `after`; `{}` if they are equal. Neither may contain null (on our wire absent means
 * null). The same reference counts as equal without a comparison inside, which makes small changes cheap. `except`: a member of
 * both that is left out, unread.
 */
export function patchBetween(before: object, after: object, except?: string): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  const old = before as JsonObject;
  const next = after as JsonObject;
  // Counts the members of `before` that `after` has too. The search for removed members runs only if some are missing.
  let kept = 0;
  for (const key in next) {
    if (key === except) {
      kept += 1;
      continue;
    }
    const to = next[key];
    if (to === undefined) continue;
    // Most members are the same reference and need no further comparison.
    if (old[key] === to) {
      kept += 1;
      continue;
    }
    const from = own(old, key);
    if (from !== undefined) kept += 1;
    if (isObject(from) && isObject(to)) {
      const inner = patchBetween(from, to);
      if (!isEmpty(inner)) put(patch, key, inner);
    } else if (!sameValue(from, to)) put(patch, key, to);
  }
  for (const _ in old) kept -= 1;
  if (kept < 0) {
    for (const key in old) {
      if (key !== except && old[key] !== undefined && own(next, key) === undefined) put(patch, key, null);
    }
  }
  return patch;
}

/** Whether an object has no member. Lists nothing. */
export function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => sameValue(item, b[i]));
  if (isObject(a) && isObject(b)) return isEmpty(patchBetween(a, b));
  return false;
}
