// A map that never changes: the map with one entry more, other or less shares all but a path of small arrays with the map
// before it. So a change costs the same in a large map, and both maps stay what they are. The items are in the order of
// a hash of their keys.
//
// The library `immutable` has such a map too. It is as fast, but compressed it has 19 KB where this file has 1 KB, and the console,
// which folds matches too, may have 60 KB in all (rule PAGE-11).
import { appended } from './persistent-list.ts';

export type Keyed = { readonly key: string };

/** A leaf holds a few items; a fork has one branch for each value of the next bits of the hash. */
type Leaf<T> = readonly T[];
type Fork<T> = { readonly branches: readonly Tree<T>[] };
type Tree<T> = Leaf<T> | Fork<T>;

const isLeaf = <T>(tree: Tree<T>): tree is Leaf<T> => Array.isArray(tree);

/** Bits of the hash for each fork. */
const BITS = 4;
const BRANCHES = 2 ** BITS;
const DEPTH_MAX = 32 / BITS;
/** A leaf with more items becomes a fork, while there are bits left. */
const LEAF_ITEMS = 8;

export class PersistentMap<T extends Keyed> {
  readonly size: number;
  readonly tree: Tree<T>;

  private constructor(size: number, tree: Tree<T>) {
    this.size = size;
    this.tree = tree;
  }

  /** Each item has another key. */
  static of<T extends Keyed>(items: readonly T[]): PersistentMap<T> {
    const hashed = items.map((item) => ({ item, hash: hashOf(item.key) }));
    return new PersistentMap(items.length, grown(hashed, 0));
  }

  get(key: string): T | undefined {
    let tree: Tree<T> = this.tree;
    for (let hash = hashOf(key); !isLeaf(tree); hash >>>= BITS) tree = tree.branches[hash % BRANCHES] ?? [];
    return tree.find((item) => item.key === key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  with(item: T): PersistentMap<T> {
    const size = this.has(item.key) ? this.size : this.size + 1;
    return new PersistentMap(size, withItem(this.tree, item, hashOf(item.key), 0));
  }

  without(key: string): PersistentMap<T> {
    return this.has(key) ? new PersistentMap(this.size - 1, withoutKey(this.tree, key, hashOf(key))) : this;
  }

  values(): readonly T[] {
    const items: T[] = [];
    collect(this.tree, items);
    return items;
  }
}

/** FNV-1a, 32 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

type Hashed<T> = { readonly item: T; readonly hash: number };

function grown<T>(items: readonly Hashed<T>[], depth: number): Tree<T> {
  if (items.length <= LEAF_ITEMS || depth >= DEPTH_MAX) return items.map(({ item }) => item);
  const parts = Array.from({ length: BRANCHES }, (): Hashed<T>[] => []);
  for (const { item, hash } of items) parts[hash % BRANCHES]?.push({ item, hash: hash >>> BITS });
  return { branches: parts.map((part) => grown(part, depth + 1)) };
}

function withItem<T extends Keyed>(tree: Tree<T>, item: T, hash: number, depth: number): Tree<T> {
  if (!isLeaf(tree)) {
    const index = hash % BRANCHES;
    const branch = withItem(tree.branches[index] ?? [], item, hash >>> BITS, depth + 1);
    return { branches: tree.branches.with(index, branch) };
  }
  const at = tree.findIndex(({ key }) => key === item.key);
  const leaf = at < 0 ? appended(tree, item) : tree.with(at, item);
  if (leaf.length <= LEAF_ITEMS || depth >= DEPTH_MAX) return leaf;
  return grown(
    leaf.map((one) => ({ item: one, hash: shifted(hashOf(one.key), depth) })),
    depth,
  );
}

/** The bits of a hash that are left at a depth. */
const shifted = (hash: number, depth: number): number => hash >>> (BITS * depth);

function withoutKey<T extends Keyed>(tree: Tree<T>, key: string, hash: number): Tree<T> {
  if (isLeaf(tree)) return tree.filter((item) => item.key !== key);
  const index = hash % BRANCHES;
  return { branches: tree.branches.with(index, withoutKey(tree.branches[index] ?? [], key, hash >>> BITS)) };
}

function collect<T>(tree: Tree<T>, items: T[]): void {
  if (isLeaf(tree)) for (const item of tree) items.push(item);
  else for (const branch of tree.branches) collect(branch, items);
}
