// Builds the store of the integrations pages, and what makes view tokens for the REST interface and for the form.
import type { ViewTokens } from '../auth/view-tokens.ts';
import type { IntegrationsDeps } from './integrations/routes.ts';
import type { LiveDeps } from '../http/api/live.ts';
import { orUnavailable } from '../store/driver/with-deadline.ts';
import type { Sql } from '../store/driver/sql.ts';
import { integrationQuestions } from '../store/queries.ts';
import { insertViewToken } from '../store/view-tokens.ts';

export type Integrations = Pick<IntegrationsDeps, 'integrations' | 'makePersonsViewToken'> &
  Pick<LiveDeps, 'makeViewToken'>;

/** Each view token is signed first and stored then: it is valid once it is stored. */
export function openIntegrations(sql: Sql, viewTokens: ViewTokens): Integrations {
  const integrations = integrationQuestions(sql);
  return {
    integrations,
    async makeViewToken(channels, tokenId, expiresIn) {
      const made = await viewTokens.make(channels, expiresIn);
      const maker = { kind: 'token', id: tokenId } as const;
      await orUnavailable(insertViewToken(sql, { ...made, maker, createdAt: Date.now() }));
      return made;
    },
    async makePersonsViewToken(channel, userId, expiresIn, resource) {
      const made = await viewTokens.make([channel], expiresIn);
      const maker = { kind: 'person', id: userId } as const;
      await integrations.insertPersonsViewToken({ ...made, maker, createdAt: Date.now() }, resource);
      return made;
    },
  };
}
