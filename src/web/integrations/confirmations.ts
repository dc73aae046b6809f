// The confirmation pages before a key, an app or a view token ends.
import type { VNode } from 'preact';
import { forbidden } from '../../auth/access-problems.ts';
import { type Confirmation, confirmationPage } from '../layout/confirmation.tsx';
import { notFound, Problem } from '../../ops/problem.ts';
import type { ConnectedApp } from '../../store/apps.ts';
import type { SharedKey } from '../../store/keys.ts';
import type { ListedViewToken } from '../../store/view-tokens.ts';
import { type VisitorRole, mayDisconnect, requireDecider } from './visitor-role.ts';
import { idIn } from '../layout/audit-trail.tsx';

export type EndableCredentials = {
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
  return confirmationPage({ ...content, visitor: visit.visitor, csrf: visit.csrf, address });
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
      return aboutViewToken(viewTokens.find(({ viewId }) => viewId === query.get('view')));
    default:
      return null;
  }
}

function aboutKey(entry: VisitorRole, key: SharedKey | null, action: 'replace_key' | 'revoke_key'): Content {
  requireDecider(entry);
  if (key === null) throw new Problem(404, 'There is no key now.', { hint: 'It may have been revoked.' });
  const { name, kind } = entry.resource;
  const stops = [
    'Everything that uses the old key stops at once: apps, connected scoreboards, and view tokens made with it.',
    'Connected apps have their own keys and are not affected.',
  ];
  const [verb, outcome] =
    action === 'replace_key'
      ? ['Regenerate', 'The new key is shown once.']
      : ['Revoke', `The ${kind} has no key until you generate one.`];
  return {
    title: `${verb} the key of ${name}?`,
    consequences: [...stops, outcome],
    button: `${verb} the key`,
    fields: { action, seen: String(key.id) },
  };
}

function aboutApp(entry: VisitorRole, apps: readonly ConnectedApp[], id: number | null): Content {
  const app = apps.find((one) => one.id === id);
  if (!app) throw notFound('App');
  if (!mayDisconnect(entry, app)) {
    throw forbidden(
      'Moderators can only disconnect their own apps.',
      'Ask an owner of the club, or the user of the app.',
    );
  }
  return {
    title: `Disconnect ${app.name}?`,
    consequences: [
      ...(app.reach === 'account'
        ? [
            `It acts for ${app.userName ?? 'a user'} and stops everywhere: in all clubs and tournaments of this user.`,
            'The user may connect it again.',
          ]
        : [
            `It reaches only ${entry.resource.name}, with an older kind of key. It cannot be connected that way again.`,
          ]),
      'Other apps are not affected.',
    ],
    button: 'Disconnect',
    fields: { action: 'disconnect', app: String(app.id) },
  };
}

function aboutViewToken(token: ListedViewToken | undefined): Content {
  if (!token) throw notFound('View token');
  const { channels, viewId, madeBy } = token;
  return {
    title: 'Revoke this view token?',
    consequences: [
      `It shows ${channels.join(', ')} and was made by ${madeBy}.`,
      'Screens and overlays with it stop at once. Other view tokens are not affected.',
    ],
    button: 'Revoke',
    fields: { action: 'revoke_view_token', view: viewId },
  };
}
