// Many merge patches at once. Each object of the state is copied at most once, so the cost follows the size of the patches
// and not their number times the size of the state.
import { isObject, own } from '../../protocol/wire/merge-patch.ts';

/** Applies merge patches (RFC 7396) in order and returns a new value. `target` stays as it is. */
export function applyPatches(target: unknown, patches: readonly unknown[]): unknown {
  const copies = new Set<unknown>();

  function merged(value: unknown, patch: unknown): unknown {
    if (!isObject(patch)) return patch;
    const result = copyOf(value);
    copies.add(result);
    for (const [key, change] of Object.entries(patch)) {
      if (change === null) delete result[key];
      else set(result, key, isObject(change) ? merged(own(result, key), change) : change);
    }
    return result;
  }

  function copyOf(value: unknown): Record<string, unknown> {
    if (copies.has(value)) return value as Record<string, unknown>;
    return isObject(value) ? { ...value } : {};
  }

  return patches.reduce(merged, target);
}

/** Sets a plain own property, also for a key like `__proto__`. */
const set = (object: object, key: string, value: unknown): void => {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
};
