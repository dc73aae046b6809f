// Replaces sessions that are read-only. One that began while the database was, for example because its disk was full, stays so when
// the database takes writes again, and steady work keeps it from ever ending.

/** Between two checks, ms. */
const CHECK_MS = 1_000;
const READ_ONLY = '25006';

/** `checkNew`: rejects while a new session takes no writes. Returns what to call with the error of a write. */
export function openReadOnlyWatch(checkNew: () => Promise<void>, replaceAll: () => void): (error: unknown) => void {
  let checkedAt = -Infinity;
  let isChecking = false;

  async function check(): Promise<void> {
    isChecking = true;
    try {
      await checkNew();
      replaceAll();
    } catch {
      // The next failure checks again.
    } finally {
      isChecking = false;
      checkedAt = performance.now();
    }
  }

  return (error) => {
    const isReadOnly = causes(error).some((one) => one instanceof Error && 'code' in one && one.code === READ_ONLY);
    if (isReadOnly && !isChecking && performance.now() - checkedAt > CHECK_MS) void check();
  };
}

const causes = (error: unknown): readonly unknown[] =>
  error instanceof Error && error.cause !== undefined ? [error, ...causes(error.cause)] : [error];
