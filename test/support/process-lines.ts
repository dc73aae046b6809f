// What a child process says, line by line.
import type { ChildProcess } from 'node:child_process';

/** Returns a function that waits for the next line that is `line` or matches it, and gives it. Throws when the process ends without. */
export function linesOf(child: ChildProcess): (line: string | RegExp) => Promise<string> {
  const heard: string[] = [];
  let wake = (): void => undefined;
  const listen = (stream: ChildProcess['stdout']): void => {
    let rest = '';
    stream?.on('data', (part: Buffer) => {
      const all = (rest + part.toString()).split('\n');
      rest = all.pop() ?? '';
      heard.push(...all);
      wake();
    });
  };
  listen(child.stdout);
  listen(child.stderr);
  let ended = false;
  child.on('close', () => {
    ended = true;
    wake();
  });
  return async (line) => {
    const isWanted = (said: string): boolean => (typeof line === 'string' ? said === line : line.test(said));
    for (;;) {
      const at = heard.findIndex(isWanted);
      if (at !== -1) return heard.splice(0, at + 1).at(-1) ?? '';
      if (ended) throw new Error(`It ended without saying "${line}". It said:\n${heard.join('\n')}`);
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
}
