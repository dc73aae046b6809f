// The facts of the page, asked for anew now and then: tables move when other matches end, and line-ups are handed in
// late.
import type { Facts } from '../../../protocol/facts.ts';

/** ms */
const AGAIN_EVERY_MS = 60_000;

export type KeptFacts = { current(): Facts };

/**
 * Holds `first` and what the server says later, which is shown `delayMs` after that like everything else. `onChange`
 * hears of it. What cannot be had is asked for the next time.
 */
export function keepFacts(
  first: Facts,
  { address, delayMs, onChange }: { readonly address: string; readonly delayMs: number; readonly onChange: () => void },
): KeptFacts {
  let facts = first;
  setInterval(() => {
    void ask(address).then((next) => {
      if (next === null) return;
      setTimeout(() => {
        if (JSON.stringify(next) === JSON.stringify(facts)) return;
        facts = next;
        onChange();
      }, delayMs);
    });
  }, AGAIN_EVERY_MS);
  return { current: () => facts };
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
