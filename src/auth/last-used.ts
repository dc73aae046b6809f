// When each credential was last used. Gathered in memory and written by a timer, never in the path of a request.
import type { TokenUse, ViewTokenUse } from '../store/last-used.ts';
import type { Caller } from './caller.ts';

export type LastUsedDeps = {
  /** Writes all of them in one statement. */
  readonly write: (tokens: readonly TokenUse[], viewTokens: readonly ViewTokenUse[]) => Promise<void>;
  /** Who is connected now, and from where: an open connection is being used. */
  readonly connected: () => Iterable<{ readonly caller: Caller; readonly address: string }>;
  /** Hears of a write that failed; what it held is written with the next. */
  readonly failed: (error: unknown) => void;
  readonly everyMs: number;
  /** ms since 1970 */
  readonly now?: () => number;
};

export type LastUsed = {
  /** A credential was used. `address` is asked for view tokens only, and once a minute. */
  note(caller: Caller, address: () => string): void;
  /** Writes what is noted; resolves when that is done or has failed. */
  flush(): Promise<void>;
  /** Stops the timer and writes the rest. */
  close(): Promise<void>;
};

const MINUTE_MS = 60_000;

/** What it holds is one entry for each credential used since the last write that went well: no more than there are. */
export function openLastUsed({ write, connected, failed, everyMs, now = Date.now }: LastUsedDeps): LastUsed {
  const tokens = new Map<number, TokenUse>();
  const viewTokens = new Map<string, ViewTokenUse>();
  /** The minute in which a credential was last noted: once is enough. By the id of the token, or of the view token. */
  let noted = new Set<number | string>();
  let notedMinute = 0;
  let flight: Promise<void> | null = null;

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
    const gathered = { tokens: [...tokens.values()], viewTokens: [...viewTokens.values()] };
    if (gathered.tokens.length + gathered.viewTokens.length === 0) return;
    try {
      await write(gathered.tokens, gathered.viewTokens);
    } catch (error) {
      failed(error);
      return;
    }
    // What was noted meanwhile stays for the next time.
    for (const use of gathered.tokens) if (tokens.get(use.id) === use) tokens.delete(use.id);
    for (const use of gathered.viewTokens) if (viewTokens.get(use.id) === use) viewTokens.delete(use.id);
  }

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
    async close() {
      clearInterval(timer);
      await flight;
      await flush();
    },
  };
}
