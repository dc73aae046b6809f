// The confirmation pages before a key, an app or a view token ends.
import { forbidden } from '../../auth/access-problems.ts';
import { type Confirmation, confirmationPage } from '../layout/confirmation.tsx';
import { notFound, Problem } from '../../ops/problem.ts';
import type { ConnectedApp } from '../../store/apps.ts';
import type { SharedKey } from '../../store/keys.ts';
import type { ListedViewToken } from '../../store/view-tokens.ts';
import { type VisitorRole, mayDisconnect, requireDecider } from './visitor-role.ts';
import { idIn } from '../layout/audit-trail.tsx';

export type Endable = {
  readonly key: SharedKey | null;
  readonly apps: readonly ConnectedApp[];
  readonly viewTokens: readonly ListedViewToken[];
};

type Asked = Pick<Confirmation, 'title' | 'consequences' | 'deed' | 'fields'>;

/** The confirmation page for `?ask=`; null without a question. Throws Problem 403 or 404. */
export function askFirst(entry: VisitorRole, endable: Endable): string | null {
  const asked = questionOf(entry, endable);
  if (asked === null) return null;
  const { visit, address } = entry;
  return confirmationPage({ ...asked, visitor: visit.visitor, csrf: visit.csrf, address });
}

function questionOf(entry: VisitorRole, { key, apps, viewTokens }: Endable): Asked | null {
  const { query } = entry.visit;
  switch (query.get('ask')) {
    case 'replace_key':
      return aboutKey(entry, key, 'replace_key');
    case 'revoke_key':
      return aboutKey(entry, key, 'revoke_key');
    case 'disconnect':
      return aboutApp(
        entry,
        apps.find(({ id }) => id === idIn(query, 'app')),
      );
    case 'revoke_view_token':
      return aboutViewToken(viewTokens.find(({ viewId }) => viewId === query.get('view')));
    default:
      return null;
  }
}

function aboutKey(entry: VisitorRole, key: SharedKey | null, action: 'replace_key' | 'revoke_key'): Asked {
  requireDecider(entry);
  if (key === null) throw new Problem(404, 'There is no key now.', { hint: 'It may have been revoked.' });
  const { name, kind } = entry.standing.resource;
  const stops = [
    'Everything that uses the old key stops at once: apps, connected scoreboards, and view tokens made with it.',
    'Connected apps have their own keys and are not affected.',
  ];
  const fields = { action, seen: String(key.id) };
  return action === 'replace_key'
    ? {
        title: `Regenerate the key of ${name}?`,
        consequences: [...stops, 'The new key is shown once.'],
        deed: 'Regenerate the key',
        fields,
      }
    : {
        title: `Revoke the key of ${name}?`,
        consequences: [...stops, `The ${kind} has no key until you generate one.`],
        deed: 'Revoke the key',
        fields,
      };
}

function aboutApp(entry: VisitorRole, app: ConnectedApp | undefined): Asked {
  if (!app) throw notFound('App');
  if (!mayDisconnect(entry, app)) {
    throw forbidden(
      'Moderators can only disconnect their own apps.',
      'Ask an owner of the club, or the user of the app.',
    );
  }
  const { name } = entry.standing.resource;
  return {
    title: `Disconnect ${app.name}?`,
    consequences: [
      ...(app.reach === 'account'
        ? [
            `It acts for ${app.userName ?? 'a user'} and stops everywhere: in all clubs and tournaments of this user.`,
            'The user may connect it again.',
          ]
        : [`It reaches only ${name}, with an older kind of key. It cannot be connected that way again.`]),
      'Other apps are not affected.',
    ],
    deed: 'Disconnect it',
    fields: { action: 'disconnect', app: String(app.id) },
  };
}

function aboutViewToken(token: ListedViewToken | undefined): Asked {
  if (!token) throw notFound('View token');
  const { channels, viewId, madeBy } = token;
  return {
    title: 'Revoke this view token?',
    consequences: [
      `It shows ${channels.join(', ')} and was made by ${madeBy}.`,
      'Screens and overlays with it stop at once. Other view tokens are not affected.',
    ],
    deed: 'Revoke it',
    fields: { action: 'revoke_view_token', view: viewId },
  };
}
