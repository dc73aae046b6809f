// Queries with a deadline for the rest of the service: a missing answer becomes a Problem.
import { storeAway } from '../../ops/problem.ts';
import { meansStoreAway, withQueryDeadline } from './errors.ts';

/** The result of a query. Throws StoreAway (503) when it does not come in time or the database is away (rule OPS-2). */
export async function orStoreAway<T>(work: PromiseLike<T>, ms?: number): Promise<T> {
  try {
    return await withQueryDeadline(work, ms);
  } catch (error) {
    throw meansStoreAway(error) ? storeAway(error) : error;
  }
}
