// No log line of a gateway may hold a secret (rule OPS-6). Each test gateway and each spawned one collects the secrets that
// the tests use and checks every line; a secret in one fails the test file when the gateway closes.
import { PASSWORD } from './world/people.ts';
import { ADMIN_TOKEN, TOKENS } from './world/tokens.ts';

/** Shorter texts, such as `x`, stand in lines by chance. */
const LENGTH_MIN = 12;
/** Secrets that the service makes (rule ACCESS-19), and the hashes and JWTs in cookies and tables. */
const made = /\b(?:tl[kvcsl]|touchline)_[\w-]{40,}|\beyJ[\w-]{10,}\.[\w-]+\.[\w-]+|\bscrypt:\d+:\d+:\d+:[\w-]+/;

const known = new Set<string>([...Object.values(TOKENS), ADMIN_TOKEN, PASSWORD]);

/** Adds a secret that no line may hold from now on. */
export function rememberSecret(secret: string | undefined): void {
  if (secret !== undefined && secret.length >= LENGTH_MIN) known.add(secret);
}

/** The secret in a line; null if there is none. */
export function secretIn(line: string): string | null {
  for (const secret of known) if (line.includes(secret)) return secret;
  return made.exec(line)?.[0] ?? null;
}

/** Checks lines as they come. `done` throws when one of them held a secret. */
export function openLogCheck() {
  const leaks: string[] = [];
  return {
    write(line: string): void {
      if (secretIn(line) !== null) leaks.push(line);
    },
    done(): void {
      if (leaks.length > 0) throw new Error(`A secret was logged (rule OPS-6): ${leaks.slice(0, 3).join('')}`);
    },
  };
}
