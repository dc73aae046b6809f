// Whether this node can take writes, for /readyz.
import type { Logger } from './logger.ts';

/**
 * `whyNot`: why the database takes no writes now; null when it does. Simultaneous requests share one query. The reason is logged
 * once each time it changes.
 */
export function openReadiness(whyNot: () => Promise<string | null>, log: Logger): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  let logged: string | null = null;
  async function look(): Promise<boolean> {
    const reason = await whyNot();
    if (reason !== null && reason !== logged) log.warn({ reason }, 'not ready: the database takes no writes');
    logged = reason;
    return reason === null;
  }
  return () =>
    (running ??= look().finally(() => {
      running = null;
    }));
}
