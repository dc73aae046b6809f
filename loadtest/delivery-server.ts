// What the scenarios need of a server that delivers updates to boards: the gateway, and each baseline beside it.
import type { ServerProcess } from './server-process.ts';

/** Reads a frame in place: `bytes` from `start` to `end`, overwritten after the call. */
export type OnFrame = (bytes: Buffer, start: number, end: number) => void;

/** A connected board. */
export type Board = {
  follow(channel: string): void;
  close(): void;
};

/** The update that takes a match to `seq`. */
export type Update = { readonly match: number; readonly seq: number };

export type DeliveryServer = {
  readonly name: string;
  readonly process: ServerProcess;
  /** The channel of the match with this number. Numbers begin at 0. */
  channel(match: number): string;
  /** Connects the board with this number. */
  connect(board: number, onFrame: OnFrame): Promise<Board>;
  /** Sends updates together. Resolves when the server has taken them. */
  publish(updates: readonly Update[]): Promise<void>;
  close(): Promise<void>;
};

/** How many connections are opened at once: the listen queue is short. */
const OPENED_AT_ONCE = 100;

/** Opens `count` things in batches. */
export async function openAll<T>(count: number, open: (index: number) => Promise<T>): Promise<T[]> {
  const opened: T[] = [];
  for (let first = 0; first < count; first += OPENED_AT_ONCE) {
    const some = Array.from({ length: Math.min(OPENED_AT_ONCE, count - first) }, (_, index) => open(first + index));
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

const saidCodes = new Set<number>();

/** A lost board makes the figures invalid; code that waits for it fails too. Says each code once. */
export const sayClosed = (code: number): void => {
  if (code === 1012 || code === 1006 || saidCodes.has(code)) return;
  saidCodes.add(code);
  console.error(`A board was closed with ${code}. Further ones are not listed.`);
};
