// The confirmation pages before a key, an app or a view token ends.
import type { VNode } from 'preact';
import { type Confirmation, ConfirmationPage } from '../layout/confirmation.tsx';
import { PageProblem } from '../layout/page-problem.ts';
import type { ConnectedApp } from '../../store/apps.ts';
import type { SharedKey } from '../../store/keys.ts';
import type { ListedViewToken } from '../../store/view-tokens.ts';
import { type VisitorRole, mayDisconnect, requireDecider } from './visitor-role.ts';
import { idIn } from '../layout/audit-trail.tsx';

type EndableCredentials = {
  readonly key: SharedKey | null;
  readonly apps: readonly ConnectedApp[];
  readonly viewTokens: readonly ListedViewToken[];
};

type Content = Pick<Confirmation, 'title' | 'consequences' | 'button' | 'fields'>;

/** The confirmation page for `?ask=`; null without `ask`. Throws Problem 403 or 404. */
export function confirmationFor(entry: VisitorRole, endable: EndableCredentials): VNode | null {
  const content = contentOf(entry, endable);
  if (content === null) return null;
  const { visit, address } = entry;
  return <ConfirmationPage {...content} visitor={visit.visitor} address={address} />;
}

function contentOf(entry: VisitorRole, { key, apps, viewTokens }: EndableCredentials): Content | null {
  const { query } = entry.visit;
  switch (query.get('ask')) {
    case 'replace_key':
      return aboutKey(entry, key, 'replace_key');
    case 'revoke_key':
      return aboutKey(entry, key, 'revoke_key');
    case 'disconnect':
      return aboutApp(entry, apps, idIn(query, 'app'));
    case 'revoke_view_token':
      return aboutViewToken(
        entry,
        viewTokens.find(({ viewId }) => viewId === query.get('view')),
      );
    default:
      return null;
  }
}

function aboutKey(entry: VisitorRole, key: SharedKey | null, action: 'replace_key' | 'revoke_key'): Content {
  requireDecider(entry);
  const { confirm, integrations } = entry.visit.words;
  if (key === null) throw new PageProblem(404, integrations.noKey, { hint: confirm.keyGoneAdvice });
  const { name, kind } = entry.resource;
  const { title, outcome, yes } = action === 'replace_key' ? confirm.regenerate : confirm.revokeKey;
  return {
    title: title(name),
    consequences: [...confirm.keyStops, outcome[kind]],
    button: yes,
    fields: { action, seen: String(key.id) },
  };
}

function aboutApp(entry: VisitorRole, apps: readonly ConnectedApp[], id: number | null): Content {
  const app = apps.find((one) => one.id === id);
  const { confirm, apps: words } = entry.visit.words;
  if (!app) throw new PageProblem(404, words.notFound);
  if (!mayDisconnect(entry, app)) throw new PageProblem(403, confirm.othersApp, { hint: confirm.othersAppAdvice });
  return {
    title: words.question(app.name),
    consequences: [
      ...(app.reach === 'account'
        ? [confirm.accountApp(app.userName ?? confirm.aUser), confirm.mayReconnect]
        : [confirm.resourceApp(entry.resource.name)]),
      confirm.otherApps,
    ],
    button: words.yes,
    fields: { action: 'disconnect', app: String(app.id) },
  };
}

function aboutViewToken({ visit }: VisitorRole, token: ListedViewToken | undefined): Content {
  const { confirm, integrations } = visit.words;
  if (!token) throw new PageProblem(404, integrations.tokenNotFound);
  const { channels, viewId, madeBy, keyOf } = token;
  return {
    title: confirm.revokeToken,
    consequences: [
      confirm.tokenShows(channels.join(', '), madeBy ?? integrations.keyAsMaker[keyOf]),
      confirm.tokenStops,
    ],
    button: confirm.revoke,
    fields: { action: 'revoke_view_token', view: viewId },
  };
}
