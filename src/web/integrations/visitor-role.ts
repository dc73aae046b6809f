// The role of a visitor on an integrations page, and what it allows.
import type { SignInSession } from '../../auth/sign-in-sessions.ts';
import { forbidden } from '../../auth/access-problems.ts';
import type { ConnectedApp } from '../../store/apps.ts';
import type { ResourceRole } from '../../store/integrations.ts';
import type { Visit } from '../site.ts';

/** An admitted request for one of the pages. */
export type VisitorRole = ResourceRole & {
  readonly visit: Visit<SignInSession>;
  /** The address of the page. */
  readonly address: string;
};

/** Whether the visitor may change the key and disconnect apps of others: every role except a club's moderator. */
export const mayDecide = ({ role }: VisitorRole): boolean => role !== 'moderator';

/** Throws Problem 403. */
export function requireDecider(entry: VisitorRole): void {
  if (mayDecide(entry)) return;
  throw forbidden('A moderator may not change the key of the club.', 'Ask an owner of the club.');
}

/** Every visitor may disconnect their own apps. */
export const mayDisconnect = (entry: VisitorRole, app: Pick<ConnectedApp, 'userId'>): boolean =>
  mayDecide(entry) || app.userId === entry.visit.session.userId;
