// The 404 of each thing that a path can name, with where a program finds those that exist (rule REQ-6).
import { Problem } from './problem.ts';

const HINTS = {
  Channel:
    'A channel is game:ID, match:ID, club:SLUG or tournament:SLUG. The ID is a number: the lists of games and matches have it. GET /api/v1/live/{channel} and its /events also take air: before a game or match.',
  Club: 'GET /api/v1/resources lists the clubs of a connected app.',
  Delivery: 'Deliveries are kept for 7 days. List them to get their ids.',
  Game: 'The path has the slug of a game, not its id. GET /api/v1/clubs/{club_slug}/upcoming_games lists them.',
  Invitation: 'GET /api/v1/clubs/{club_slug}/invitations lists the open ones.',
  Junior:
    'The path has the id of a junior of the club: a data file sets it, and the answer to POST /api/v1/clubs/{club_slug}/juniors has it.',
  Marker: 'List the markers of the game or match: deleted ones and those before a reset are gone.',
  Match: 'The path has the id of a match. GET /api/v1/tournaments/{tournament_slug}/matches lists them.',
  Member: 'The path has the id of a user. GET /api/v1/clubs/{club_slug}/players lists the members.',
  Page: 'Check the address.',
  Path: 'Endpoints are under /api/v1, for example /api/v1/clubs/{club_slug}/games/{slug}/markers.',
  Player: 'The path has the id of a user. GET /api/v1/tournaments/{tournament_slug}/players lists the players.',
  Team: 'The path has the id of a team. GET /api/v1/tournaments/{tournament_slug}/matches has the ids of its teams.',
  Tournament: 'GET /api/v1/resources lists the tournaments of a connected app.',
  User: 'GET /api/admin/export has the ids of all users.',
  Webhook: 'List the webhooks to get their ids.',
} as const;

/** 404. */
export const notFound = (what: keyof typeof HINTS): Problem =>
  new Problem(404, `${what} not found.`, { hint: HINTS[what] });
