const never = new Int32Array(new SharedArrayBuffer(4));

/** Holds up this thread for so long, ms, as work would: nothing else of its event loop runs. It takes nothing of the processor. */
export const stall = (ms: number): void => void Atomics.wait(never, 0, 0, ms);
