// Command line of the replay.
import type { ClientSettings } from '../../config.ts';
import { parseOptions, serverAddress, UsageError } from '../command.ts';

export const USAGE = `Usage: npm run replay -- FILE --match ID [OPTIONS]

Posts the markers of a match script to a running server.

  --match ID         the tournament match; for a club game with several pairings, the pairing (100_0)
  --speed N          how many times faster than it was played (default 30; 1 is real time)
  --tournament SLUG  the match's tournament; found automatically if the token may read the match
  --game SLUG        a club game instead: half-time becomes a break, the full-time whistle an end
  --club SLUG        the game's club; not needed with a club's own key
  --reset            first clear the match, then play it again
  --url URL          the server (default: PUBLIC_URL, else HOST and PORT, else http://127.0.0.1:8080)
  --token TOKEN      a credential that may write the match (default: TOUCHLINE_TOKEN; without it, if
                     TOUCHLINE_ADMIN_TOKEN is set, one is made for this replay and revoked afterwards)`;

/** Either `match` (an id) or `game` (a slug) is given; `tournament` and `club` if known. */
export type ReplayOptions = Readonly<ReturnType<typeof readOptions>>;

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

/** Throws UsageError with one line that names the mistake. */
export function readOptions(argv: readonly string[], settings: ClientSettings) {
  const { values, positionals } = parseOptions(argv, options);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Name one match script: a FILE of match-script/1.');
  if (values.match === undefined && values.game === undefined)
    throw new UsageError('Name the match: --match ID, or --game SLUG for a club game.');
  const speed = Number(values.speed);
  if (!(speed >= 1 && speed <= 1_000_000)) throw new UsageError('--speed must be a number from 1 to 1000000.');
  return {
    file,
    match: values.match ?? null,
    tournament: values.tournament ?? null,
    game: values.game ?? null,
    club: values.club ?? null,
    speed,
    reset: values.reset,
    url: serverAddress(values.url ?? settings.url),
    credential: chooseCredential(values.token ?? settings.token, settings.adminToken),
  };
}

function chooseCredential(token: string | null, adminToken: string | null): { token: string } | { adminToken: string } {
  if (token !== null) return { token };
  if (adminToken !== null) return { adminToken };
  throw new UsageError(
    'Give a credential that may write the match: --token, TOUCHLINE_TOKEN or TOUCHLINE_ADMIN_TOKEN.',
  );
}
