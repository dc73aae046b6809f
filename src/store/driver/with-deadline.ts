// How the rest of the service asks the store: with a limit, and a Problem for an answer that does not come.
import { unavailable } from '../../ops/problem.ts';
import { isUnavailable, withDeadline } from './errors.ts';

/** The answer of the store. Throws Problem 503 when it does not come in time or the store is away (rule OPS-2). */
export async function orUnavailable<T>(work: PromiseLike<T>, ms?: number): Promise<T> {
  try {
    return await withDeadline(work, ms);
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error) : error;
  }
}
