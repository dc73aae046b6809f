// A typed emitter: a part emits each event once, and other parts listen.

type Listener<Value> = (value: Value) => void | Promise<void>;

/** `Values`: the value of each event, by the event's name. */
export type Events<Values extends object> = {
  on<Name extends keyof Values>(name: Name, listener: Listener<Values[Name]>): void;
  /** Calls the listeners at once, in the order in which they were added. */
  emit<Name extends keyof Values>(name: Name, value: Values[Name]): void;
  /** The same. Resolves when the work of all listeners is done. */
  emitAndWait<Name extends keyof Values>(name: Name, value: Values[Name]): Promise<void>;
};

export function openEvents<Values extends object>(): Events<Values> {
  const listeners: { [Name in keyof Values]?: Listener<Values[Name]>[] } = {};
  return {
    on(name, listener) {
      listeners[name] = [...(listeners[name] ?? []), listener];
    },
    emit(name, value) {
      for (const listener of listeners[name] ?? []) void listener(value);
    },
    async emitAndWait(name, value) {
      const begun = (listeners[name] ?? []).map(async (listener) => {
        await listener(value);
      });
      await Promise.all(begun);
    },
  };
}
