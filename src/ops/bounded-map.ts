// Maps of a bounded size.
import { LRUCache } from 'lru-cache';

const one = (): number => 1;

/**
 * A map of at most `max` entries: the one that was used least recently is forgotten first. It takes memory for the entries that it
 * has only. With its option `max` the library takes memory for all of them at once, and a node has many maps that stay nearly empty.
 */
export const boundedMap = <K extends string | number, V extends object | string | number | true>(
  max: number,
): LRUCache<K, V> => new LRUCache<K, V>({ maxSize: max, sizeCalculation: one });
