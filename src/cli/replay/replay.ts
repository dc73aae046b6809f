// `npm run replay`: posts the markers of a match script to a running server at a given speed. Exits with 0 when all are
// recorded, 1 when the server rejects one or cannot be reached, 2 when the command is wrong, 130 when interrupted.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { environment, loadClientSettings } from '../../config.ts';
import { readOptions, type ReplayOptions, USAGE } from './options.ts';
import { createReplayCredential } from './credential.ts';
import { type Played, playScript } from './play.ts';
import { openRest, type Rest } from './rest.ts';
import { type MatchScript, matchScriptSchema } from './script.ts';
import { findTournament, gameTarget, matchTarget } from './target.ts';
import { printStep } from './progress.ts';
import { onFirstSignal } from '../../ops/signals.ts';
import { utf8Text } from '../../ops/utf8.ts';
import { CommandError, messageOf, runCommand, UsageError } from '../command.ts';

await runCommand(USAGE, async (argv) => {
  const settings = loadClientSettings(environment());
  if ('problem' in settings) throw new UsageError(settings.problem);
  const options = readOptions(argv, settings);
  const script = await readScript(options.file);
  const interrupted = new AbortController();
  // Ctrl-C, a supervisor, a terminal that is closed.
  onFirstSignal(['SIGINT', 'SIGTERM', 'SIGHUP'], 130, () => interrupted.abort());
  try {
    const { created, repeated } = await play(options, script, interrupted.signal);
    const again = repeated === 0 ? '' : `\n${repeated} were already there; --reset plays the match again.`;
    return `${created} markers recorded.${again}`;
  } catch (error) {
    if (interrupted.signal.aborted)
      throw new CommandError('Interrupted. The match keeps its markers; --reset plays it again.', 130);
    throw error;
  }
});

/** A server with much data takes a while for the export in which the match is found, ms. */
const EXPORT_MS = 60_000;

async function play(options: ReplayOptions, script: MatchScript, signal: AbortSignal): Promise<Played> {
  const { url, credential } = options;
  const restWith = (token: string, until: AbortSignal, more: { answerMs?: number } = {}): Rest =>
    openRest({ url, token, signal: until, say: (line) => console.error(line), ...more });
  if ('token' in credential) return playWith(restWith(credential.token, signal), options, script, signal);
  // An interruption does not abort these calls, because the credential must be revoked.
  const temporary = await createReplayCredential(
    restWith(credential.adminToken, new AbortController().signal, { answerMs: EXPORT_MS }),
    options,
  );
  try {
    return await playWith(restWith(temporary.token, signal), options, script, signal);
  } finally {
    await temporary.revoke();
  }
}

async function playWith(rest: Rest, options: ReplayOptions, script: MatchScript, signal: AbortSignal): Promise<Played> {
  const { url, match, game, speed, reset } = options;
  const target =
    game === null
      ? matchTarget(options.tournament ?? (await findTournament(rest, match ?? '')), match ?? '')
      : gameTarget(game, options.club, match);
  console.log(`${script.home.name} – ${script.away.name}, at ${speed} times its speed, as ${target.name} on ${url}`);
  return playScript({
    rest,
    target,
    script,
    speed,
    reset,
    signal,
    onStep: (step) => console.log(printStep(script, step)),
    onWarning: (warning) => console.log(`        ${warning}`),
  });
}

async function readScript(file: string): Promise<MatchScript> {
  try {
    return matchScriptSchema.parse(JSON.parse(utf8Text(await readFile(file))));
  } catch (error) {
    const isOther = error instanceof z.ZodError;
    throw new CommandError(
      isOther ? `${file} is not a match script:\n${z.prettifyError(error)}` : `${file}: ${messageOf(error)}`,
      2,
    );
  }
}
