// The credentials that each operation accepts (rule ACCESS-1), in OpenAPI's terms.
import type { Endpoint } from '../rest/endpoint.ts';

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;

/** All are bearer tokens in the Authorization header. They differ in their owner. */
export const securitySchemes = {
  connectedApp: bearer(
    'A connected app token: one per user and app, from the connection flow. It accesses every club and tournament that ' +
      'the user manages at the time of the call, on the explicit paths.',
  ),
  clubKey: bearer("A club's static key, or an older app token of one club."),
  tournamentKey: bearer("A tournament's static key, or an older app token of one tournament."),
  viewToken: bearer('A view token: it reads the live channels that it was made for, and nothing else.'),
  adminToken: bearer('The admin token that the operator of the service has set.'),
} as const;

type Scheme = keyof typeof securitySchemes;
const oneOf = (...schemes: Scheme[]) => schemes.map((scheme) => ({ [scheme]: [] }));

/** The accepted credentials; one of them is enough. */
export function operationSecurity({ access, refusesViewTokens }: Endpoint, legacy: boolean) {
  switch (access) {
    case 'account':
      return oneOf('connectedApp');
    case 'club':
      return legacy ? oneOf('clubKey') : oneOf('connectedApp', 'clubKey');
    case 'tournament':
      return legacy ? oneOf('tournamentKey') : oneOf('connectedApp', 'tournamentKey');
    case 'match':
      return oneOf('connectedApp', 'tournamentKey', 'clubKey');
    case 'channel':
      return oneOf('connectedApp', 'clubKey', 'tournamentKey', ...(refusesViewTokens ? [] : (['viewToken'] as const)));
    case 'admin':
      return oneOf('adminToken');
    case 'public':
      return [];
  }
}
