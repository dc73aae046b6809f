// Edits: changes of what a match shows beside its markers, such as names, line-ups and the schedule (P27).
import type { Cause } from './down.ts';

export const EDITED: readonly Cause[] = [{ action: 'edited' }];

/** Whether an edit is among the causes of a delta. */
export const isEdit = (cause: readonly Cause[]): boolean => cause.some(({ action }) => action === 'edited');
