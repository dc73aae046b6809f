// What a promise that is refused was refused with.
import { Problem } from '../../src/ops/problem.ts';

/** The Problem that it rejects with; throws when it resolves, or rejects with anything else. */
export async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
