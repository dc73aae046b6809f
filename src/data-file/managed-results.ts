// What a result that staff decide must say: why, and for an awarded match the score (rule PLAN-9).
import { z } from 'zod';
import { invalid } from '../ops/problem.ts';
import type { ManagedFields } from './managed-apply.ts';
import type { ManagedRow } from './managed-rows.ts';

const result = z.object({
  status: z.string(),
  notes: z.string().nullable(),
  score: z.object({ home: z.number().nullable(), away: z.number().nullable() }).nullable(),
});
const PARTS = Object.keys(result.shape);

/** `row`: the match after the change. A change of something else asks nothing. Throws Problem 422. */
export function requireReason({ file }: Pick<ManagedRow, 'file'>, fields: ManagedFields): void {
  if (!PARTS.some((name) => name in fields)) return;
  const { status, notes, score } = result.parse(file);
  if (status !== 'awarded' && status !== 'abandoned') return;
  const faults: { readonly path: string; readonly message: string }[] = [];
  if ((notes ?? '').trim() === '') faults.push({ path: 'notes', message: `Say why the match is ${status}.` });
  if (status === 'awarded' && (typeof score?.home !== 'number' || typeof score.away !== 'number'))
    faults.push({ path: 'score', message: 'An awarded match needs a score.' });
  if (faults.length > 0) throw invalid(faults);
}
