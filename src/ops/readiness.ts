// Whether this node can take writes, for /readyz.
import type { Logger } from './logger.ts';

/** What the commits of this node say about the database. */
type Commits = {
  /** Why the last ones failed; null while they succeed. */
  whyFailing(): string | null;
  forget(): void;
};

/**
 * `whyNot`: why the database takes no writes now; null when it answers that it does. Then its last commits must have succeeded too.
 * Simultaneous requests share one query. The reason is logged once each time it changes.
 */
export function openReadiness(
  whyNot: () => Promise<string | null>,
  commits: Commits,
  logger: Logger,
): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  let logged: string | null = null;
  async function reasonNow(): Promise<string | null> {
    const away = await whyNot();
    if (away === null) return commits.whyFailing();
    commits.forget();
    return away;
  }
  async function look(): Promise<boolean> {
    const reason = await reasonNow();
    if (reason !== null && reason !== logged) logger.warn({ reason }, 'not ready: the database takes no writes');
    logged = reason;
    return reason === null;
  }
  return () =>
    (running ??= look().finally(() => {
      running = null;
    }));
}
