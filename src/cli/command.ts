// What the commands share: exit codes, the failures that a user can fix, and options.
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { environment, firstSentence, loadClientSettings } from '../config.ts';

/** A failure that the user can fix: printed without a stack. `exitCode`: 2 when the command or its input is wrong. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** A mistake in the command line or in the settings: printed with the usage. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, 2);
  }
}

/** Runs a command of this process and prints the text that it returns. Sets the exit code. */
export async function runCommand(usage: string, command: (argv: readonly string[]) => Promise<string>): Promise<void> {
  const argv = process.argv.slice(2);
  if (argv.includes('--help')) {
    console.log(usage);
    return;
  }
  try {
    console.log(await command(argv));
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : error.message);
    process.exitCode = error.exitCode;
  }
}

/** Throws UsageError for an unknown option. */
export function parseOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${firstSentence(error)}.`);
  }
}

/** The address of a server, without a slash at its end. Throws UsageError. */
export function serverAddress(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/\/+$/, '');
  throw new UsageError(`--url must be an address that begins with http:// or https://; ${url} does not.`);
}

export type AdminOptions = Readonly<ReturnType<typeof readAdminOptions>>;

/**
 * The options of a command that calls a running server with the admin token. `subject` is its argument: a file or an id.
 * `missing`: the message when there is none.
 */
export function readAdminOptions(argv: readonly string[], missing: string) {
  const settings = loadClientSettings(environment());
  if ('problem' in settings) throw new UsageError(settings.problem);
  const { values, positionals } = parseOptions(argv, { url: { type: 'string' }, token: { type: 'string' } });
  const [subject, ...others] = positionals;
  if (subject === undefined || others.length > 0) throw new UsageError(missing);
  const token = values.token ?? settings.adminToken;
  if (!token) throw new UsageError('The admin token is missing: set TOUCHLINE_ADMIN_TOKEN, or give --token.');
  return { subject, url: serverAddress(values.url ?? settings.url), token };
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why a server cannot be reached, for example `ECONNREFUSED`. */
export function networkReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || cause.name;
}
