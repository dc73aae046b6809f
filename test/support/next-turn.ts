/** Resolves in a later turn of the event loop, after all work that waits now. No faked clock moves. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
