// The descriptions in the OpenAPI document. Everything else comes from the table of endpoints (rest/endpoints.ts).
import { API_ROOT } from '../wire/version.ts';

export const summaryOfDocument = `Read clubs, games and tournaments; record scores, goals and match event markers; follow matches live.

Every call carries \`Authorization: Bearer <API_KEY>\`. Explicit paths (\`${API_ROOT}/clubs/{club_slug}/…\`, \`${API_ROOT}/tournaments/{tournament_slug}/…\`) name the resource; on the legacy paths (\`${API_ROOT}/club…\`, \`${API_ROOT}/games/…\`, \`${API_ROOT}/tournament…\`) the key decides which resource it is.

All times are UTC, ISO 8601. Answers may get new fields: ignore unknown ones. The live channel is described at \`/api/asyncapi.json\`.`;

export const tagWords = {
  Account: 'The clubs and tournaments that a connected app can access.',
  'Clubs and games': 'Clubs, their players and games; scores, goals and markers of club games.',
  Tournaments: 'Tournaments, their tables, players and matches.',
  'Match markers': 'Markers of tournament matches.',
  Live: 'Live channels for clients that poll, and view tokens for overlays.',
  Webhooks: 'Messages to your own server when something happens in a game or match.',
  Administration: 'The data file: import of clubs, squads, games and tournaments, and backup.',
  Public: 'No token needed.',
} as const;

const webhookWords: Readonly<Record<string, string>> = {
  listWebhooks: 'Oldest first. `paused` says when and why a webhook sends nothing.',
  createWebhook:
    'The webhook tells what happens from now on in all games of the club, or in all matches of the tournament. `secret` verifies ' +
    'the signatures. Only this answer shows it. At most 10 webhooks.',
  deleteWebhook: 'Its deliveries are deleted too. A message that is on its way may still arrive.',
  rotateWebhookSecret:
    'Only this answer shows `secret`. For 24 hours messages carry two signatures: of the new secret and of the earlier one.',
  resumeWebhook: 'Sends what has waited since the webhook was paused, in order. Nothing is left out.',
  listWebhookDeliveries: 'Each message with the newest answer to it.',
  sendWebhookDelivery: 'Sends the message once, now, with the same `webhook-id`. The answer has the result.',
};

/** By the name of the endpoint. An endpoint without an entry has its summary only. */
export const words: Readonly<Record<string, string | undefined>> = {
  getResources: 'Accepts connected app tokens only; any other token gets 403.',
  getTournament: 'Teams are sorted by group, and within a group by table position.',
  listTournamentMatches: 'Each match has its line-ups, goals, cards and commentary.',
  listTournamentPlayers:
    'In a tournament within one club (`intra_club`) players include their registration: jersey preferences, waiver.',
  getClub: 'The profile, with the active members and the upcoming games.',
  listClubPlayers: 'The active members. `effective_position` is the position in the club, or else the preferred one.',
  listUpcomingGames: 'Games that are not past yet, with their teams and players.',
  listPastGames: 'Newest kick-off first. `limit` sets the page size; the default is 20.',
  listClubMatches:
    'The matches that name the club in `authorized_clubs`: from a week ago on, matches without a time last, 100 at most. Each has ' +
    'its tournament.',
  makeFixtures:
    'All matches or none, from the teams that the tournament has. 201 when they are stored, 200 for a `preview`. 409 when the ' +
    'tournament has such matches already, unless `replace` is true. The sides of the knock-out stage are places (`home_from`): ' +
    'results put the teams into them.',
  listTeamMatches: 'A team is of the club that is linked to it (`club_id`). `sides` are those of the own teams.',
  readTeamLineups: 'Of the own teams only, as the data file has them.',
  changeTeamLineups:
    'For the staff and the key of the club that is linked to the team, until the match is over (409). A side that is left out stays. ' +
    'Players of the team and members of the club may be named. While the match runs, players whom a marker names stay.',
  readSchedule:
    'Empty lists when nothing is wrong. A match takes as long as its format says, with a half-time break. Cancelled matches ' +
    'do not clash.',
  getParticipants: 'The confirmed players. `jersey_number` is the one of this game, or else the one of the squad.',
  patchParticipants:
    'Numbers and fill-ins only, for this game only; what the body does not name stays. A fill-in has an `id` that the client ' +
    'makes (a UUID), so that a repeat changes nothing. Markers name a fill-in by `scorer`.',
  getLineups:
    '`squad` has the players of the team who are not in the line-up. Clubs that are authorized for the match may read it.',
  patchLineups:
    'Numbers and fill-ins only, for this match only; what the body does not name stays. A fill-in has an `id` that the client ' +
    'makes (a UUID), so that a repeat changes nothing. Markers name a fill-in by `scorer` and `team`.',
  patchScores: 'Sets the scores of the given teams. Other scores and the goals stay unchanged.',
  patchGoals: 'Replaces the whole goal list. Team scores stay unchanged.',
  postGameMarker:
    '`id` identifies the marker: the same id again replaces it (200). `match_id` is required if the game has several ' +
    'pairings. An unknown player is not an error: the answer has `warnings`.',
  listGameMarkers: 'In time order. While game mode is on, the list shows only the types of game mode.',
  putGameMarker:
    'The edit of a marker: the body replaces it whole, with the id of the path, in one change. No screen shows the match without ' +
    'it in between. 404 if there is no such marker, or if a reset cleared it.',
  deleteGameMarker: 'For `Goal` and `PenaltyScored` this removes the goal and lowers the score.',
  listMatchMarkers: 'In time order.',
  postMatchMarker:
    '`id` identifies the marker: the same id again changes nothing and gets 200. Clubs that are authorized for the ' +
    'match may write too.',
  putMatchMarker:
    'The edit of a marker: the body replaces it whole, with the id of the path, in one change. No screen shows the match without ' +
    'it in between. 404 if there is no such marker, or if a reset cleared it.',
  deleteMatchMarker: 'For `Goal` and `PenaltyScored` this removes the goal and recalculates the score.',
  getLive:
    'The first frame that a WebSocket subscriber gets. A channel is `game:ID`, `match:ID`, `club:SLUG` or ' +
    '`tournament:SLUG`, or `air:` before a game or match: what is on air there by a director’s hand.',
  getLiveEvents:
    'For networks that cut WebSockets, and for `curl`: the same frames as on the WebSocket. `event` is the type of the frame, ' +
    '`data` the frame, `id` its `epoch:seq`. `Last-Event-ID` resumes after that position. The token may be in the query, ' +
    'because browsers set no header on an event stream: use a view token there.',
  getMatchLog:
    'For the staff: accepts any API token that may read the channel of the game or match, including the key of a club that ' +
    'is authorized for the match. View tokens get 403. The feed of a club or tournament has no log (422). Oldest entry ' +
    'first. A page ends early when it has 1 MiB. `next` is the next page; after the last page ask again with `after` set to ' +
    'your newest `seq`. `at` is when the server received the change, `happened_at` when it happened on the pitch. With ' +
    '`state=true` each entry has the state before and after it, with the current names and line-ups. A state is null if it ' +
    'depends on imported data that changed later.',
  getViewers:
    'For the staff: accepts any API token that may read the channel; view tokens get 403. `viewers` counts subscriptions over WebSockets and ' +
    'event streams, not clients that poll. `nodes` is the number of nodes that are counted: each announces its counts every 5 seconds over ' +
    'Redis, for its 2,000 channels with the most viewers. Without Redis a node counts its own.',
  patchAir:
    'For the director: each member replaces what is on air, null takes it off, and an absent one stays. Without `seconds` an item ' +
    'stays until it is taken off, at most 12 hours. `banner: null` ends the automatic banner that is running. Any API token that ' +
    'may write markers of the game or match; view tokens get 403. The answer is the snapshot of the channel `air:…`, which ' +
    'screens and overlays of the match follow. The match itself stays as it is, also at a rehearsal.',
  createViewToken:
    'For the address of a screen or an overlay. The token stops working when it expires, or when the token that made it is revoked.',
  ...Object.fromEntries(
    Object.entries(webhookWords).flatMap(([name, about]) => [
      [`${name}OfClub`, about],
      [`${name}OfTournament`, about],
    ]),
  ),
  receiveWebhookMessage:
    'Signed as Standard Webhooks (standardwebhooks.com) says. A message may come more than once, always with the same `webhook-id`. ' +
    'The messages of a match come in order: the next one is sent after the one before was taken. Answer within 5 seconds.',
  importData: 'Applies the whole file or nothing. The same file again changes nothing. At most 64 MiB.',
  eraseUser:
    'The user becomes "Deleted player", also in the log and in goal lists; statistics stay. E-mail address, password, rights, apps and tokens of the person are deleted. `matches` counts the games and matches that changed. Erasing again changes nothing.',
  exportData: 'The file has everything except the secrets of tokens. An empty server can import it.',
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
    description: 'The id that the client gave the marker. Upper and lower case are equal.',
    schema: string,
    example: '3f0c2b1a-7d4e-4a51-9c86-0f5b7f1e2d3c',
  },
  channel: { description: 'The name of the channel.', schema: string, example: 'match:701' },
  webhook_id: {
    description: 'The id of the webhook.',
    schema: string,
    example: '0d8f7a52-6f0e-4a5e-9a0b-2f4c7f1f5b10',
  },
  delivery_id: {
    description: 'The id of the delivery, which is the `webhook-id` of its message.',
    schema: string,
    example: 'msg_2mXkGv0QnR7dWb1uYtZp4cHs9Ea',
  },
  limit: { description: 'Entries per page.', example: 20 },
  page: { description: 'Page number, from 1.', example: 1 },
  token: { description: 'A view token, where no header can be set.' },
  team_id: { description: "The team's id.", schema: { type: 'integer' }, example: 71 },
  user_id: { description: "The person's id.", schema: { type: 'integer' }, example: 1 },
  'If-Match': {
    description: 'The ETag of the version that you changed. If the row has changed since, the server answers 412.',
    schema: string,
  },
  'Idempotency-Key': {
    description:
      'At most 100 characters of your choice. For 24 hours the same key gives the row that it made, with 200, and makes no other.',
    schema: string,
    example: 'phone-7:sunday-5s',
  },
  'Last-Event-ID': {
    description: 'The `id` of the last event that you have: the server sends what you missed.',
    schema: string,
    example: '5f2c9a10:3',
  },
  'If-None-Match': {
    description: 'The ETag of the answer that you have. If it is still current, the server answers 304 without a body.',
    schema: string,
  },
};

/** The headers of a webhook's message. */
export const webhookHeaders = {
  'webhook-id': {
    description: 'Identifies the message: ignore one that you have had.',
    example: 'msg_2mXkGv0QnR7dWb1uYtZp4cHs9Ea',
  },
  'webhook-timestamp': { description: 'When this attempt was made, in seconds since 1970.', example: '1795255880' },
  'webhook-signature': {
    description:
      'One signature for each valid secret, separated by spaces: `v1,` and the base64 of an HMAC-SHA256 over `id.timestamp.body`.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
} as const;

export const statusWords: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  304: 'Your version is current.',
  400: 'The length of the request body is ambiguous.',
  401: 'The token is missing or invalid.',
  403: 'The token is valid, but its kind or its resource does not fit.',
  404: 'Not found.',
  409: 'Results or other rows need this row.',
  412: 'The row has changed since it was read.',
  413: 'The body is too large.',
  422: 'The request is invalid; `details` names each place.',
  429: 'Too many requests with this token, or too many bad tokens from this address.',
  500: 'Internal error.',
  501: 'Unsupported transfer encoding.',
  503: 'The store is unavailable. Nothing is lost: send the request again.',
};
