// Builds the store of the integrations pages, the functions that make view tokens for the REST interface and for the form, and the
// ones that find the themes and crests of pages.
import type { ViewTokens } from '../auth/view-tokens.ts';
import type { IntegrationsDeps } from './integrations/routes.tsx';
import type { LiveDeps } from '../http/api/live.ts';
import { orStoreAway } from '../store/driver/with-deadline.ts';
import type { Store } from '../store/driver/open.ts';
import { integrationQueries } from '../store/queries.ts';
import { insertViewToken } from '../store/view-tokens.ts';
import type { PageDataDeps } from './page-data.ts';
import { cachedCrests, cachedThemes } from './themes.ts';

type Integrations = Pick<IntegrationsDeps, 'integrations' | 'makePersonsViewToken'> &
  Pick<LiveDeps, 'makeViewToken'> &
  Pick<PageDataDeps, 'findTheme' | 'findCrest'>;

/** A view token is signed first, then stored: it is valid once it is stored. */
export function openIntegrations(store: Pick<Store, 'sql' | 'reads'>, viewTokens: ViewTokens): Integrations {
  const integrations = integrationQueries(store);
  return {
    integrations,
    findTheme: cachedThemes(integrations.findTheme),
    findCrest: cachedCrests(integrations.findCrest),
    async makeViewToken(channels, tokenId, expiresIn) {
      const made = await viewTokens.make(channels, expiresIn);
      const maker = { kind: 'token', id: tokenId } as const;
      await orStoreAway(insertViewToken(store.sql, { ...made, maker, name: null, createdAt: Date.now() }));
      return made;
    },
    async makePersonsViewToken(channel, { userId, resource }, expiresIn, name) {
      const made = await viewTokens.make([channel], expiresIn);
      const maker = { kind: 'person', id: userId } as const;
      await integrations.insertPersonsViewToken(
        { ...made, maker, name: name === '' ? null : name, createdAt: Date.now() },
        resource,
      );
      return made;
    },
  };
}
