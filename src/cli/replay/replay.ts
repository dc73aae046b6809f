// `npm run replay`: posts the markers of a match script to a running server at a given speed. Exits with 0 when all are
// recorded, 1 when the server rejects one or cannot be reached, 2 when the command is wrong, 130 when interrupted.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { environment, loadClientSettings } from '../../config.ts';
import { readOptions, type ReplayOptions, USAGE } from './options.ts';
import { createReplayCredential } from './credential.ts';
import { playScript } from './play.ts';
import { openRest, type Rest, RestFailure } from './rest.ts';
import { type MatchScript, matchScriptSchema } from './script.ts';
import { findTournament, gameTarget, matchTarget } from './target.ts';
import { printStep } from './progress.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help')) return say(USAGE, 0);
  const settings = loadClientSettings(environment());
  const options = 'problem' in settings ? settings : readOptions(argv, settings);
  if ('problem' in options) return say(`${options.problem}\n\n${USAGE}`, 2);
  const script = await readScript(options.file);
  if ('problem' in script) return say(script.problem, 2);
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort());
  try {
    await play(options, script, interrupted.signal);
    return 0;
  } catch (error) {
    if (interrupted.signal.aborted)
      return say('Interrupted. The match keeps its markers; --reset plays it again.', 130);
    if (error instanceof RestFailure) return say(error.message, 1);
    throw error;
  }
}

async function play(options: ReplayOptions, script: MatchScript, signal: AbortSignal): Promise<void> {
  const { url, credential } = options;
  const restWith = (token: string, until: AbortSignal): Rest =>
    openRest({ url, token, signal: until, say: (line) => console.error(line) });
  if ('token' in credential) return playWith(restWith(credential.token, signal), options, script, signal);
  // An interruption does not abort these calls, because the credential must be revoked.
  const temporary = await createReplayCredential(
    restWith(credential.adminToken, new AbortController().signal),
    options,
  );
  try {
    await playWith(restWith(temporary.token, signal), options, script, signal);
  } finally {
    await temporary.revoke();
  }
}

async function playWith(rest: Rest, options: ReplayOptions, script: MatchScript, signal: AbortSignal): Promise<void> {
  const { url, match, game, speed, reset } = options;
  const target =
    game === null
      ? matchTarget(options.tournament ?? (await findTournament(rest, match ?? '')), match ?? '')
      : gameTarget(game, options.club, match);
  console.log(`${script.home.name} – ${script.away.name}, at ${speed} times its speed, as ${target.name} on ${url}`);
  const { created, repeated } = await playScript({
    rest,
    target,
    script,
    speed,
    reset,
    signal,
    onStep: (step) => console.log(printStep(script, step)),
    onWarning: (warning) => console.log(`        ${warning}`),
  });
  console.log(`${created} markers recorded.`);
  if (repeated > 0) console.log(`${repeated} were already there; --reset plays the match again.`);
}

async function readScript(file: string): Promise<MatchScript | { problem: string }> {
  try {
    const script = matchScriptSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
    if (script.success) return script.data;
    return { problem: `${file} is not a match script:\n${z.prettifyError(script.error)}` };
  } catch (error) {
    return { problem: `${file}: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Prints a line and returns the exit code. */
function say(line: string, code: number): number {
  (code === 0 ? console.log : console.error)(line);
  return code;
}
