// What is said of the endpoints in words; everything else about them stands in the table (rest.ts).
import { API_ROOT } from '../wire/version.ts';

export const summaryOfDocument = `Read clubs, games and tournaments; record scores, goals and match event markers; follow matches live.

Every call carries \`Authorization: Bearer <API_KEY>\`. Explicit paths (\`${API_ROOT}/clubs/{club_slug}/…\`, \`${API_ROOT}/tournaments/{tournament_slug}/…\`) name the resource; on the legacy paths (\`${API_ROOT}/club…\`, \`${API_ROOT}/games/…\`, \`${API_ROOT}/tournament…\`) it is the one that the key belongs to.

All times are UTC, ISO 8601. Answers may get new fields: let pass what you do not know. The live channel is described at \`/api/asyncapi.json\`.`;

export const tagWords = {
  Account: 'What a connected app can reach.',
  'Clubs and games': 'Clubs, their players and games; scores, goals and markers of club games.',
  Tournaments: 'Tournaments, their tables, players and matches.',
  'Match markers': 'Markers of tournament matches.',
  Live: 'The live channels for whoever polls, and the tokens that overlays read them with.',
  Administration: 'The data file: the way in for clubs, squads, games and tournaments, and the backup.',
  Public: 'Open to everyone.',
} as const;

/** By the name of the endpoint; not every one needs more than its summary. */
export const words: Readonly<Record<string, string | undefined>> = {
  getResources: 'Only connected app tokens are accepted; any other gets 403.',
  getTournament: 'Teams come by group, and within a group in the order of its table.',
  listTournamentPlayers:
    'In a tournament within one club (`intra_club`) players carry their registration: jersey preferences, waiver.',
  listPastGames: 'Newest kick-off first, 20 a page unless `limit` says otherwise.',
  patchScores: 'Sets the scores of the teams that it names and leaves the others. Goals are not changed.',
  patchGoals: 'Replaces the whole goal list. Team scores are not changed.',
  postGameMarker:
    'Keyed by `id`: the same id again replaces the marker (200). `match_id` is required where the game has several pairings. ' +
    'A player whom nobody knows is no error: the answer has `warnings`.',
  listGameMarkers: 'In time order. While game mode is on, only the types of game mode are listed.',
  deleteGameMarker: 'For `Goal` and `PenaltyScored` the goal is removed and the score goes back.',
  listMatchMarkers: 'In time order.',
  postMatchMarker:
    'Keyed by `id`: the same id again changes nothing and is answered 200. Clubs that are authorized for the match may ' +
    'write too.',
  deleteMatchMarker: 'For `Goal` and `PenaltyScored` the goal is removed and the score is worked out anew.',
  getLive:
    'What a WebSocket subscriber is sent first. A channel is `game:ID`, `match:ID`, `club:SLUG` or `tournament:SLUG`.',
  getMatchLog:
    'For the staff: any API token that may read the channel of a game or match, so also the key of a club that is authorized ' +
    'for the match; view tokens get 403, and the feed of a club or tournament has no log (422). Oldest first; `next` is the ' +
    'next page, and on the last one ask again with `after` set to the newest `seq` that you have. `at` is when it was ' +
    'received, `happened_at` when it happened on the pitch. With `state=true` each entry carries the state before and after ' +
    'it, with the names and line-ups of now; what an import brought and somebody changed later cannot be told: such ' +
    'states are null.',
  createViewToken:
    'For the address of a screen or an overlay. It stops working when it expires or when the token that made it is revoked.',
  importData: 'Applied as a whole or not at all; the same file again changes nothing. Up to 64 MiB.',
  exportData: "Everything but the tokens' secrets; another, empty server accepts it.",
};

type ParameterWords = {
  readonly description: string;
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly example?: unknown;
};
const string = { type: 'string' };

export const parameterWords: Readonly<Record<string, ParameterWords | undefined>> = {
  club_slug: { description: "The club's slug.", schema: string, example: 'riverside-fc' },
  tournament_slug: { description: "The tournament's slug.", schema: string, example: 'autumn-cup' },
  slug: { description: "The game's slug, unique within its club.", schema: string, example: 'sunday-5s' },
  match_id: { description: 'The id of the tournament match.', schema: { type: 'integer' }, example: 701 },
  id: {
    description: 'The id that the client gave the marker; letter case does not matter.',
    schema: string,
    example: '3f0c2b1a-7d4e-4a51-9c86-0f5b7f1e2d3c',
  },
  channel: { description: 'The name of the channel.', schema: string, example: 'match:701' },
  limit: { description: 'Entries a page.', example: 20 },
  page: { description: 'Which page, from 1.', example: 1 },
  'If-None-Match': {
    description: 'The ETag of the answer that you have: 304 without a body when it is still the newest.',
    schema: string,
  },
};

export const statusWords: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  304: 'What you have is the newest.',
  400: 'The framing of the request is not clear.',
  401: 'The token is missing or not valid.',
  403: 'The token is good, but not for this: the wrong kind, or another resource.',
  404: 'There is no such thing here.',
  413: 'The body is too big.',
  422: 'The request is not valid; `details` names each place.',
  429: 'Too many requests with this token: wait.',
  500: 'The server failed on this.',
  501: 'The transfer encoding is not known.',
  503: 'The store is not reachable: nothing is lost, send it again.',
};
