// A check that repeats while there is something to check: a process with nothing to do sleeps.

/** After `begin`, calls `look` every `ms` until it returns false. The timer does not keep the process running. */
export function openLookout(ms: number, look: () => boolean) {
  let timer: NodeJS.Timeout | undefined;

  function end(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    /** Changes nothing while it repeats already. */
    begin(): void {
      timer ??= setInterval(() => {
        if (!look()) end();
      }, ms).unref();
    },
    end,
  };
}
