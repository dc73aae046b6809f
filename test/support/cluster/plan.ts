// Random plans: the faults of a round, drawn from a seed.
import type { Violation } from './checker.ts';
import type { Cluster } from './cluster.ts';
import { FAULT_NAMES, FAULTS, type FaultName } from './faults.ts';
import { openRandom, type Random } from './random.ts';
import { playRound, type Round, type RoundOptions } from './round.ts';

/** Faults one after the other; those of one step at the same time. */
export type Plan = readonly (readonly FaultName[])[];

/** Faults of screens only, which may come together with any other. */
const OF_SCREENS = FAULT_NAMES.filter((name) => name.startsWith('networks of screens')) as [FaultName, ...FaultName[]];
/** These must be alone: they count reconnects of screens, or need a screen to connect. */
const ALONE: readonly FaultName[] = ['rolling restart', 'token revoked', 'token revoked unheard, clocks set back'];

/** These last until the verdict, so nothing can come after them. */
const LAST: readonly FaultName[] = FAULT_NAMES.filter((name) => name.endsWith('until all agree'));

export function makePlan(random: Random, steps: number): Plan {
  return Array.from({ length: steps }, (_, index) => {
    const isLast = index === steps - 1;
    const fault = random.pick(
      isLast ? FAULT_NAMES : (FAULT_NAMES.filter((name) => !LAST.includes(name)) as typeof FAULT_NAMES),
    );
    const isAlone = ALONE.includes(fault) || OF_SCREENS.includes(fault);
    return isAlone || random.chance(0.7) ? [fault] : [fault, random.pick(OF_SCREENS)];
  });
}

export const describePlan = (plan: Plan): string => plan.map((step) => step.join(' + ')).join(', ');

/** Plays a plan as round `number` of a cluster; a fault that cannot be carried through is a violation too. */
export async function playPlan(
  cluster: Cluster,
  plan: Plan,
  options: { readonly seed: number } & Omit<RoundOptions, 'random'>,
): Promise<Round> {
  const random = openRandom(options.seed).fork(`round ${options.number}`);
  return playRound(cluster, { ...options, random }, async (stage) => {
    for (const step of plan) {
      await Promise.all(step.map((name) => FAULTS[name](stage)));
      await stage.progress(10);
    }
  });
}

export const lines = (violations: readonly Violation[]): string =>
  violations.map(({ kind, what }) => `${kind}: ${what}`).join('\n');
