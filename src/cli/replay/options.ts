// Command line of the replay.
import { parseArgs } from 'node:util';
import { type ClientSettings } from '../../config.ts';

export const USAGE = `npm run replay -- FILE --match ID [--speed N] posts the markers of a match script to a running server.

  --match ID         the tournament match; for a club game with several pairings, the pairing (100_0)
  --speed N          how many times faster than it was played (default 30; 1 is real time)
  --tournament SLUG  the match's tournament; found automatically if the token may read the match
  --game SLUG        a club game instead: half-time becomes a break, the full-time whistle an end
  --club SLUG        the game's club; not needed with a club's own key
  --reset            first clear the match, then play it again
  --url URL          the server (default: PUBLIC_URL, else HOST and PORT, else http://127.0.0.1:8080)
  --token TOKEN      a credential that may write the match (default: TOUCHLINE_TOKEN; without it, if
                     TOUCHLINE_ADMIN_TOKEN is set, one is made for this replay and revoked afterwards)`;

export type ReplayOptions = {
  readonly file: string;
  readonly match: string | null;
  readonly tournament: string | null;
  readonly game: string | null;
  readonly club: string | null;
  readonly speed: number;
  readonly reset: boolean;
  readonly url: string;
  readonly credential: { readonly token: string } | { readonly adminToken: string };
};

const options = {
  match: { type: 'string' },
  tournament: { type: 'string' },
  game: { type: 'string' },
  club: { type: 'string' },
  speed: { type: 'string', default: '30' },
  reset: { type: 'boolean', default: false },
  url: { type: 'string' },
  token: { type: 'string' },
} as const;

/** The options, or one line that names the mistake. */
export function readOptions(argv: readonly string[], settings: ClientSettings): ReplayOptions | { problem: string } {
  let parsed;
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  const { values, positionals } = parsed;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) return { problem: 'Name one match script: a FILE of match-script/1.' };
  if (values.match === undefined && values.game === undefined) {
    return { problem: 'Name the match: --match ID, or --game SLUG for a club game.' };
  }
  const speed = Number(values.speed);
  if (!(speed >= 1 && speed <= 1_000_000)) return { problem: '--speed must be a number from 1 to 1000000.' };
  const url = values.url ?? settings.url;
  if (!URL.canParse(url) || !/^https?:/.test(url)) return { problem: '--url must begin with http:// or https://.' };
  const credential = chooseCredential(values.token ?? settings.token, settings.adminToken);
  if (credential === null) {
    return {
      problem: 'Give a credential that may write the match: --token, TOUCHLINE_TOKEN or TOUCHLINE_ADMIN_TOKEN.',
    };
  }
  return {
    file,
    match: values.match ?? null,
    tournament: values.tournament ?? null,
    game: values.game ?? null,
    club: values.club ?? null,
    speed,
    reset: values.reset,
    url,
    credential,
  };
}

function chooseCredential(token: string | null, adminToken: string | null): ReplayOptions['credential'] | null {
  if (token !== null) return { token };
  return adminToken === null ? null : { adminToken };
}
