// Calls what the user of the client gave us. What it throws goes to its page or process, as an error of its own: it must not
// end our reading of the channel, or keep the update from other listeners.

export function callListener<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
