// Example error answers for the documents.

const invalidHint = 'See details: each entry names the field and what it must be.';
const problems: Readonly<Record<number, unknown>> = {
  400: {
    error: 'The Content-Length is ambiguous.',
    hint: 'Send one Content-Length, or Transfer-Encoding: chunked.',
  },
  401: {
    error: 'Invalid API token.',
    hint: 'Send "Authorization: Bearer <API_KEY>" with a club API key, a connected app token or a tournament API key.',
  },
  403: {
    error: 'This token may not access this club.',
    hint: 'Use the key of this club, or a connected app token of a user who is its owner or moderator.',
  },
  404: {
    error: 'Game not found.',
    hint: 'The path has the slug of a game, not its id. GET /api/v1/clubs/{club_slug}/upcoming_games lists them.',
  },
  409: { error: 'It has results.', hint: 'Delete its markers first.' },
  412: {
    error: 'This game has changed since you read it.',
    hint: 'Read it again, apply your change to the new version, and send it with the new ETag as If-Match.',
  },
  413: { error: 'The request body is too large.', hint: 'The limit is 1048576 bytes.' },
  422: {
    error: 'The request is not valid.',
    hint: invalidHint,
    details: [{ path: 'timestamp', message: 'Must be an ISO 8601 date and time, for example 2026-11-22T10:12:00Z.' }],
  },
  429: {
    error: 'Too many requests.',
    hint: 'Send the same request again after Retry-After seconds. A marker sent twice with the same id counts once.',
  },
  500: {
    error: 'Something went wrong on our side.',
    hint: 'Try again. A marker sent twice with the same id counts once.',
  },
  501: {
    error: 'This transfer encoding is not supported.',
    hint: 'Send Transfer-Encoding: chunked, or Content-Length.',
  },
  503: {
    error: 'The store is not reachable.',
    hint: 'Nothing is lost: send the same request again, with the same id, after Retry-After seconds.',
  },
};
const ownProblems: Readonly<Record<string, Readonly<Record<number, unknown>> | undefined>> = {
  listPastGames: {
    422: {
      error: 'The query is not valid.',
      hint: invalidHint,
      details: [{ path: 'limit', message: 'Must be a whole number from 1 to 50.' }],
    },
  },
  getMatchLog: {
    422: {
      error: 'The query is not valid.',
      hint: invalidHint,
      details: [{ path: 'limit', message: 'Must be 20 at most with state=true.' }],
    },
  },
};

/** An example of an error answer; undefined for a status that no endpoint has. */
export const exampleOfProblem = (endpoint: string, status: number): unknown =>
  ownProblems[endpoint]?.[status] ?? problems[status];
