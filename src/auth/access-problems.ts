// The 401 and 403 answers, each with a hint (rules ACCESS-2, ACCESS-5, REQ-6).
import { Problem } from '../ops/problem.ts';

const KINDS = 'a club API key, a connected app token or a tournament API key';

/** 401. The interface specification prints this `error`. `why` precedes the hint, which names the accepted credentials. */
export function unauthorized(why?: string): Problem {
  const hint = `Send "Authorization: Bearer <API_KEY>" with ${KINDS}; a view token reads its live channels only.`;
  return new Problem(401, 'Invalid API token.', {
    hint: why === undefined ? hint : `${why} ${hint}`,
    headers: { 'www-authenticate': 'Bearer realm="touchline"' },
  });
}

/** 401 of the admin endpoints, which accept the admin token only. */
export const adminUnauthorized = (why: string): Problem =>
  new Problem(401, 'Invalid API token.', {
    hint: `${why} Send "Authorization: Bearer <TOUCHLINE_ADMIN_TOKEN>", the admin token of this server.`,
    headers: { 'www-authenticate': 'Bearer realm="touchline"' },
  });

/** 403. The words are the same whether or not the resource exists. */
export const forbidden = (error: string, hint: string): Problem => new Problem(403, error, { hint });

export const clubForbidden = (): Problem =>
  forbidden(
    'This token may not access this club.',
    'Use the key of this club, or a connected app token of a user who is its owner or moderator.',
  );

export const tournamentForbidden = (): Problem =>
  forbidden(
    'This token may not access this tournament.',
    'Use the key of this tournament, or a connected app token of its organizer or of the staff of its host club.',
  );

export const matchForbidden = (): Problem =>
  forbidden(
    'This token may not access this match.',
    'Use the key of its tournament, the key of a club that is authorized for the match, or a connected app token of a ' +
      'user who manages either.',
  );

export const channelForbidden = (channel: string): Problem =>
  forbidden(
    `This token may not read ${channel}.`,
    'Use a token with access to the club or tournament of this channel, or a view token for this channel.',
  );

/** Of a request whose body came late: what it was admitted for may be forbidden by now. */
export const rightsChanged = (): Problem =>
  forbidden('The rights of this token have changed while the request arrived.', 'Send the request again.');

export const viewTokenForbidden = (): Problem =>
  forbidden(
    'A view token only reads its live channels.',
    'Use it on the WebSocket, on GET /api/v1/live/{channel} and on the screens. Other endpoints need an API token.',
  );
