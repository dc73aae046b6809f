// The server's warnings about stored markers, until the marker is edited or undone.
import { labelOf } from './marker-words.ts';
import { type Entry, markerIdOf } from './outbox-entry.ts';
import type { RestAnswer } from './rest.ts';

type Warning = {
  readonly channel: string;
  readonly pairing: string;
  /** The entry in words. */
  readonly what: string;
  readonly texts: readonly string[];
};
/** By marker id. */
export type Warnings = Readonly<Record<string, Warning>>;

/** The number of warnings that a phone keeps. */
const KEPT = 100;

/** The warnings after the server's answer to `entry`: the last answer about a marker counts. */
export function warningsAfter(warnings: Warnings, entry: Entry, answer: RestAnswer): Warnings {
  if (answer.kind !== 'answered' || answer.status >= 300) return warnings;
  const { action, target, pairing } = entry;
  const body = answer.body as { readonly warnings?: readonly string[] } | null;
  const texts = action.kind === 'delete' ? [] : (body?.warnings ?? []);
  const others = withoutWarning(warnings, markerIdOf(entry));
  if (action.kind === 'delete' || texts.length === 0) return others;
  const warning = { channel: target.channel, pairing, what: labelOf(action.draft), texts };
  return Object.fromEntries([...Object.entries(others), [action.draft.id, warning] as const].slice(-KEPT));
}

export const withoutWarning = (warnings: Warnings, id: string): Warnings =>
  id in warnings ? Object.fromEntries(Object.entries(warnings).filter(([key]) => key !== id)) : warnings;

export const warningsIn = (warnings: Warnings, channel: string, pairing: string): Warnings =>
  Object.fromEntries(
    Object.entries(warnings).filter(([, warning]) => warning.channel === channel && warning.pairing === pairing),
  );
