// The one deadline for anything awaited.

/**
 * The result of `work`, or after `ms` the result of `late`, which may throw. The timer ends with the work; the work itself
 * is not cancelled.
 */
export async function withDeadline<T>(work: PromiseLike<T>, ms: number, late: () => T | PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(late);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
