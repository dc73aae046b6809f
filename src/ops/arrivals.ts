// What comes, waits and goes in any order, such as requests: a list in the order of arrival. A `Set` of V8 would do, but each of its
// tables leads to the table that follows, and keeps what was in it. The first table that V8 moves to its old generation keeps all
// later ones alive until that is collected, with all that they hold.

/** The place of a value in the list. It leads nowhere once the value is removed. */
export type Place<T> = { readonly value: T; before: Place<T> | null; next: Place<T> | null; isRemoved: boolean };

export type Arrivals<T> = {
  /** Adds a value at the end. */
  add(value: T): Place<T>;
  /** Returns false if it was removed before. */
  remove(place: Place<T>): boolean;
  /** The place of the oldest value; null if there is none. */
  oldest(): Place<T> | null;
  /** The values, the oldest first. */
  values(): T[];
  size(): number;
};

export function openArrivals<T>(): Arrivals<T> {
  let first: Place<T> | null = null;
  let last: Place<T> | null = null;
  let size = 0;
  return {
    add(value) {
      const place: Place<T> = { value, before: last, next: null, isRemoved: false };
      if (last === null) first = place;
      else last.next = place;
      last = place;
      size += 1;
      return place;
    },
    remove(place) {
      if (place.isRemoved) return false;
      const { before, next } = place;
      if (before === null) first = next;
      else before.next = next;
      if (next === null) last = before;
      else next.before = before;
      place.before = null;
      place.next = null;
      place.isRemoved = true;
      size -= 1;
      return true;
    },
    oldest: () => first,
    values() {
      const values: T[] = [];
      for (let place = first; place !== null; place = place.next) values.push(place.value);
      return values;
    },
    size: () => size,
  };
}
