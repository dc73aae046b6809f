// Who has come to an integrations page, and what he may do there.
import type { SignInSession } from '../../auth/sign-in-sessions.ts';
import { forbidden } from '../../auth/access-problems.ts';
import type { ConnectedApp } from '../../store/apps.ts';
import type { ResourceRole } from '../../store/integrations.ts';
import type { Visit } from '../site.ts';

/** One request for one of the pages, let in. */
export type VisitorRole = {
  readonly visit: Visit<SignInSession>;
  readonly standing: ResourceRole;
  /** Of the page. */
  readonly address: string;
};

/** Whether he may touch the key, and end what others connected: everybody whom the page lets in but a club's moderator. */
export const mayDecide = ({ standing }: VisitorRole): boolean => standing.role !== 'moderator';

/** Throws Problem 403. */
export function requireDecider(entry: VisitorRole): void {
  if (mayDecide(entry)) return;
  throw forbidden('A moderator may not touch the key of the club.', 'Ask an owner of the club.');
}

/** An app of his own can be ended by everybody who sees it. */
export const mayDisconnect = (entry: VisitorRole, app: Pick<ConnectedApp, 'userId'>): boolean =>
  mayDecide(entry) || app.userId === entry.visit.session.userId;
