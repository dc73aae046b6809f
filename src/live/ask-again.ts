// Asks the database until it answers: after a write without an answer, which may be stored later.

/** Before the first question, and between two questions, ms. */
const [ASK_MS, ASK_AGAIN_MS] = [250, 1_000];

export type AskAgain = ReturnType<typeof openAskAgain>;

/** `ask` rejects when the database does not answer; then `failed` is called, and the question is asked again. */
export function openAskAgain(ask: () => Promise<unknown>, failed: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  /** A write came after the running question, whose answer may not have it. */
  let isOutdated = false;
  let isEnded = false;

  function wait(ms: number): void {
    isOutdated = false;
    if (!isEnded) timer = setTimeout(() => void askOnce(), ms).unref();
  }

  async function askOnce(): Promise<void> {
    timer = undefined;
    isAsking = true;
    try {
      await ask();
      if (isOutdated) wait(ASK_MS);
    } catch (error) {
      failed(error);
      wait(ASK_AGAIN_MS);
    } finally {
      isAsking = false;
    }
  }

  return {
    /** After a write without an answer. */
    begin(): void {
      if (isAsking) isOutdated = true;
      else if (timer === undefined) wait(ASK_MS);
    },
    end(): void {
      isEnded = true;
      clearTimeout(timer);
    },
  };
}
