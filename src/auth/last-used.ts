// Records when each credential was last used. A timer writes the uses, so that requests do not wait for the write.
import type { TokenUse, ViewTokenUse } from '../store/last-used.ts';
import type { Caller } from './caller.ts';

type LastUsedDeps = {
  /** Writes all uses in one statement. */
  readonly write: (tokens: readonly TokenUse[], viewTokens: readonly ViewTokenUse[]) => Promise<void>;
  /** The open connections with their addresses. An open connection counts as a use. */
  readonly connected: () => Iterable<{ readonly caller: Caller; readonly address: string }>;
  /** Called after a failed write. The next write includes its uses. */
  readonly failed: (error: unknown) => void;
  readonly everyMs: number;
  /** ms since 1970 */
  readonly now?: () => number;
};

const MINUTE_MS = 60_000;

export type LastUsed = ReturnType<typeof openLastUsed>;

/** Keeps one entry per credential used since the last successful write. */
export function openLastUsed({ write, connected, failed, everyMs, now = Date.now }: LastUsedDeps) {
  const tokens = new Map<number, TokenUse>();
  const viewTokens = new Map<string, ViewTokenUse>();
  /** The tokens and view tokens noted in the current minute, by id. Once a minute is enough. */
  let noted = new Set<number | string>();
  let notedMinute = 0;
  let flight: Promise<void> | null = null;

  /** Notes a use. Calls `address` for view tokens only, and at most once a minute. */
  function note(caller: Caller, address: () => string): void {
    const minute = Math.floor(now() / MINUTE_MS) * MINUTE_MS;
    if (minute !== notedMinute) {
      noted = new Set();
      notedMinute = minute;
    }
    const key = caller.kind === 'view' ? caller.viewId : caller.tokenId;
    if (noted.has(key)) return;
    noted.add(key);
    if (caller.kind === 'view') viewTokens.set(caller.viewId, { id: caller.viewId, minute, from: address() });
    else tokens.set(caller.tokenId, { id: caller.tokenId, minute });
  }

  async function writeAll(): Promise<void> {
    for (const { caller, address } of connected()) note(caller, () => address);
    const pending = { tokens: [...tokens.values()], viewTokens: [...viewTokens.values()] };
    if (pending.tokens.length + pending.viewTokens.length === 0) return;
    try {
      await write(pending.tokens, pending.viewTokens);
    } catch (error) {
      failed(error);
      return;
    }
    // Uses noted during the write stay for the next write.
    for (const use of pending.tokens) if (tokens.get(use.id) === use) tokens.delete(use.id);
    for (const use of pending.viewTokens) if (viewTokens.get(use.id) === use) viewTokens.delete(use.id);
  }

  /** Writes the noted uses. Resolves after success and after failure. */
  const flush = (): Promise<void> => {
    flight ??= writeAll().finally(() => {
      flight = null;
    });
    return flight;
  };
  const timer = setInterval(() => void flush(), everyMs).unref();

  return {
    note,
    flush,
    /** Stops the timer and writes the remaining uses. */
    async close(): Promise<void> {
      clearInterval(timer);
      await flight;
      await flush();
    },
  };
}
