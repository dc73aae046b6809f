// The facts of the page, asked for anew now and then: tables move when other matches end, and line-ups are handed in
// late.
import type { Facts } from '../../../protocol/rest/facts.ts';

/** ms */
const AGAIN_EVERY_MS = 60_000;
/** When something was edited all pages hear of it at once; they ask one after the other, ms. */
const SPREAD_MS = 3_000;

export type KeptFacts = {
  current(): Facts;
  /** Something was edited: asks soon. */
  renew(): void;
};

/**
 * Holds `first` and what the server says later, which is shown `delayMs` after that like everything else. `onChange`
 * hears of it. What cannot be had is asked for the next time.
 */
export function keepFacts(
  first: Facts,
  { address, delayMs, onChange }: { readonly address: string; readonly delayMs: number; readonly onChange: () => void },
): KeptFacts {
  let facts = first;
  async function look(): Promise<void> {
    const next = await ask(address);
    if (next === null) return;
    setTimeout(() => {
      if (JSON.stringify(next) === JSON.stringify(facts)) return;
      facts = next;
      onChange();
    }, delayMs);
  }
  setInterval(() => void look(), AGAIN_EVERY_MS);
  return { current: () => facts, renew: () => void setTimeout(() => void look(), Math.random() * SPREAD_MS) };
}

/** Null while the server cannot be reached, or refuses. */
async function ask(address: string): Promise<Facts | null> {
  try {
    const answer = await fetch(address);
    return answer.ok ? ((await answer.json()) as Facts) : null;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}
