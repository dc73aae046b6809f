// `npm run demo`: a gateway with a temporary database and demo data. It plays the 2018 final over the public REST interface
// at 30 times its speed, again and again, until it is stopped.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment, listenOptionsHelp, loadConfig } from '../../config.ts';
import { CUP, FINAL_ID, finalScript } from './cup.ts';
import { demoData, type DemoTokens } from './data.ts';
import { portOrFree } from './port.ts';
import { welcomeLines } from './welcome.ts';
import { openGateway } from '../../gateway.ts';
import { createLogger } from '../../ops/logger.ts';
import { drainOnSignal, surviveStrayErrors } from '../../ops/signals.ts';
import { playScript } from '../replay/play.ts';
import { openRest } from '../replay/rest.ts';
import { matchTarget } from '../replay/target.ts';
import { printStep } from '../replay/progress.ts';

const SPEED = 30;
/** Breaks of the demo match are cut to this length, ms. */
const LONGEST_BREAK_MS = 10_000;
/** Pause before the match is played again, ms. */
const UNTIL_AGAIN_MS = 90_000;

if (process.argv.includes('--help')) {
  console.log(`Usage: npm run demo -- [OPTIONS]\n\nPlays a match in a temporary database.\n\n${listenOptionsHelp}`);
  process.exit(0);
}
const home = await mkdtemp(path.join(tmpdir(), 'touchline-demo-'));
// On `exit`, so that it also runs after a second Ctrl-C.
process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
const stopping = new AbortController();
const logger = createLogger('info');
const opening = open();
drainOnSignal(async () => {
  stopping.abort();
  await (await opening)?.close();
}, logger);

const gateway = await opening;
if (gateway === null) process.exit(1);
surviveStrayErrors(logger);
logger.info({ url: gateway.url }, 'listening');
try {
  await play(gateway);
} catch (error) {
  if (!stopping.signal.aborted) throw error;
}

type DemoGateway = {
  readonly url: string;
  readonly tokens: DemoTokens;
  readonly password: string;
  close(): Promise<void>;
};

/** Opens the gateway with a temporary database; on failure prints the reason and returns null. */
async function open(): Promise<DemoGateway | null> {
  const tokens = { tournament: secret('cup'), club: secret('club'), app: secret('app') };
  const password = randomBytes(9).toString('base64url');
  const dataFile = path.join(home, 'demo-data.json');
  await writeFile(dataFile, JSON.stringify(demoData(Date.now(), tokens, password)), { mode: 0o600 });
  // The demo never touches a database named in the environment.
  const { DATABASE_URL: _1, REDIS_URL: _2, TOUCHLINE_SECRET: _3, NODE_ENV: _4, ...rest } = environment();
  const env = { ...rest, TOUCHLINE_HOME: home, TOUCHLINE_DATA: dataFile };
  const config = loadConfig(env, process.argv.slice(2));
  if ('problem' in config) {
    process.stderr.write(`${config.problem}\n`);
    return null;
  }
  const isPortGiven = Boolean(rest['PORT']) || process.argv.some((arg) => arg.startsWith('--port'));
  const port = isPortGiven ? config.port : await portOrFree(config.host, config.port);
  try {
    const { url, close } = await openGateway({ ...config, port }, createLogger('warn'));
    return { url, tokens, password, close };
  } catch (error) {
    logger.fatal(error instanceof Error ? error.message : String(error));
    return null;
  }
}

async function play({ url, tokens, password }: DemoGateway): Promise<void> {
  const { signal } = stopping;
  const say = (line: string) => console.log(line);
  const [cup, club] = [tokens.tournament, tokens.club].map((token) => openRest({ url, token, signal, say }));
  if (!cup || !club) return;
  for (const line of await welcomeLines({ url, tokens, password, cup, club })) console.log(line);
  const script = finalScript();
  for (let round = 1; ; round += 1) {
    await playScript({
      rest: cup,
      target: matchTarget(CUP, String(FINAL_ID)),
      script,
      speed: SPEED,
      reset: round > 1,
      longestBreakMs: LONGEST_BREAK_MS,
      signal,
      onStep: (step) => console.log(printStep(script, step)),
    });
    console.log(
      `\nThe final is over. The demo stays up; the match begins again in ${UNTIL_AGAIN_MS / 1_000} seconds.\n`,
    );
    await sleep(UNTIL_AGAIN_MS, undefined, { signal });
  }
}

/** A credential that is valid for this run only. */
function secret(kind: string): string {
  return `demo-${kind}-${randomBytes(18).toString('base64url')}`;
}
