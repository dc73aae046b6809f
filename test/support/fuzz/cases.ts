// The cases that a seed draws, and the faults of the gateway in one of them.
import { openRandom } from '../cluster/random.ts';
import { pause } from '../cluster/processes.ts';
import { closeKind } from './check-kind.ts';
import { dataFiles } from './data-files.ts';
import { frames } from './frames.ts';
import { httpBytes } from './http-bytes.ts';
import { type AnyKind, Finding, type Outcome } from './kind.ts';
import { markerSequences } from './marker-sequences.ts';
import { requests } from './requests.ts';
import { socketBytes } from './socket-bytes.ts';
import { openTarget, type Target } from './target.ts';

export const KINDS: readonly AnyKind[] = [
  closeKind(httpBytes),
  closeKind(socketBytes),
  closeKind(requests),
  closeKind(frames),
  closeKind(dataFiles),
  closeKind(markerSequences),
];

/** One case. The same seed, kind and number always draw the same input. */
export type Case = { readonly kind: string; readonly number: number };

/** The kind of what no case does alone, such as growth of memory. */
export const ALL_CASES = 'all';

export type Found = Case & { readonly what: string; readonly input: string };

/** Case `count` of all kinds in turn. */
export const caseAt = (count: number): Case => ({
  kind: KINDS[count % KINDS.length]?.name ?? '',
  number: Math.floor(count / KINDS.length),
});

const seedOf = (seed: number, { kind, number }: Case): number =>
  openRandom(seed).fork(`${kind} ${number}`).between(0, 2_147_483_647);

const kindOf = (name: string): AnyKind => {
  const kind = KINDS.find((one) => one.name === name);
  if (kind === undefined) throw new Error(`No kind ${name}. The kinds are ${KINDS.map((one) => one.name).join(', ')}.`);
  return kind;
};

/** The input of a case as it is sent. */
export const showCase = (seed: number, one: Case): string => kindOf(one.kind).show(seedOf(seed, one));

/** Runs a case. Returns the fault in its answers, or null; null too when the gateway ended (see `damageOf`). */
export async function tryCase(
  target: Target,
  seed: number,
  one: Case,
  onOutcome: (outcome: Outcome) => void,
): Promise<Found | null> {
  try {
    await kindOf(one.kind).check(target, seedOf(seed, one), onOutcome);
    return null;
  } catch (error) {
    if (!target.isAlive()) return null;
    if (!(error instanceof Finding)) throw error;
    return { ...one, what: error.message, input: error.input };
  }
}

/** What happened to the gateway itself: it ended, or logged an error. Null when it is well. */
export function damageOf(target: Target): string | null {
  if (!target.isAlive()) return `The gateway ended: ${target.lastWords()}`;
  const [line] = target.troubles();
  return line === undefined ? null : `The gateway logged an error: ${line}`;
}

/** Time for damage to show after a case, ms. */
const AFTER_MS = 50;

/** Runs cases one after the other on a gateway of its own, until one is wrong or damages the gateway. */
export async function firstBad(seed: number, cases: readonly Case[]): Promise<Found | null> {
  const target = await openTarget();
  try {
    for (const one of cases) {
      const bad = await tryCase(target, seed, one, () => undefined);
      await pause(AFTER_MS);
      const damage = damageOf(target);
      if (damage !== null) return { ...one, what: damage, input: showCase(seed, one) };
      if (bad !== null) return bad;
    }
    return null;
  } finally {
    await target.close();
  }
}
