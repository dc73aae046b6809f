// What the client and the log get to know of an error that a handler threw.
import { internalError, Problem, storeAway } from '../../ops/problem.ts';
import type { LogRepeats } from '../../ops/repeats.ts';
import { meansStoreAway } from '../../store/driver/errors.ts';

/** The request, as the log names it. */
type FailedRequest = { readonly route: string; readonly method: string; readonly path: string };

/**
 * The problem that answers an error: a Problem as it is, 503 if the database does not answer, otherwise 500. Logs each 503 as a
 * warning, and each error that answers 500 as an error.
 */
export function thrownProblem(error: unknown, request: FailedRequest, logRepeats: LogRepeats): Problem {
  if (!(error instanceof Problem) && !meansStoreAway(error)) {
    logRepeats('error', 'a request failed', error, request);
    return internalError();
  }
  const problem = error instanceof Problem ? error : storeAway(error);
  const { status, cause, code } = problem;
  if (status === 503) logRepeats('warn', 'a request was answered 503', cause, { route: request.route, code });
  return problem;
}
