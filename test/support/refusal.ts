// The Problem of a rejected promise.
import { Problem } from '../../src/ops/problem.ts';

/** The Problem that the promise rejects with. Throws when it resolves or rejects with another error. */
export async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}

/** The status of the Problem that the work rejects with; 200 when it resolves. Throws any other error. */
export async function statusOf(work: Promise<unknown>): Promise<number> {
  try {
    await work;
    return 200;
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}
