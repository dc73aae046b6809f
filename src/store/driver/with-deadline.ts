// Queries with a deadline for the rest of the service: a missing answer becomes a Problem.
import { unavailable } from '../../ops/problem.ts';
import { isUnavailable, withQueryDeadline } from './errors.ts';

/** The result of a query. Throws StoreAway (503) when it does not come in time or the store is away (rule OPS-2). */
export async function orUnavailable<T>(work: PromiseLike<T>, ms?: number): Promise<T> {
  try {
    return await withQueryDeadline(work, ms);
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error) : error;
  }
}
