// The facts of the page (tables, line-ups), fetched again at intervals: tables change when other matches end, and
// line-ups arrive late.
import type { Facts } from '../../../protocol/rest/facts.ts';

/** Time between two requests, ms. */
const REFETCH_MS = 60_000;
/** After an edit, all pages learn of it at once. Each page waits a random time up to this before it asks, ms. */
const SPREAD_MS = 3_000;

/**
 * Holds `first`, then each newer answer of the server, shown `delayMs` late like the rest of the page. Calls `onChange`
 * after each change. A failed request is repeated at the next interval.
 */
export function openFacts(
  first: Facts,
  { address, delayMs, onChange }: { readonly address: string; readonly delayMs: number; readonly onChange: () => void },
) {
  let facts = first;
  async function update(): Promise<void> {
    const next = await fetchFacts(address);
    if (next === null) return;
    setTimeout(() => {
      if (JSON.stringify(next) === JSON.stringify(facts)) return;
      facts = next;
      onChange();
    }, delayMs);
  }
  setInterval(() => void update(), REFETCH_MS);
  return {
    current: (): Facts => facts,
    /** Fetches soon, because something was edited. */
    refetch: (): void => void setTimeout(() => void update(), Math.random() * SPREAD_MS),
  };
}

/** Null when the server is out of reach or refuses. */
export async function fetchFacts(address: string, headers: Record<string, string> = {}): Promise<Facts | null> {
  try {
    const answer = await fetch(address, { headers });
    return answer.ok ? ((await answer.json()) as Facts) : null;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}
