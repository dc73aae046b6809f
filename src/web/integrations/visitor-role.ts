// Who has come to an integrations page, and what he may do there.
import type { Session } from '../../auth/sign-in-sessions.ts';
import { forbidden } from '../../auth/access-problems.ts';
import type { App } from '../../store/apps.ts';
import type { Standing } from '../../store/integrations.ts';
import type { Visit } from '../site.ts';

/** One request for one of the pages, let in. */
export type Entry = {
  readonly visit: Visit<Session>;
  readonly standing: Standing;
  /** Of the page. */
  readonly address: string;
};

/** Whether he may touch the key, and end what others connected: everybody whom the page lets in but a club's moderator. */
export const mayDecide = ({ standing }: Entry): boolean => standing.role !== 'moderator';

/** Throws Problem 403. */
export function requireDecider(entry: Entry): void {
  if (mayDecide(entry)) return;
  throw forbidden('A moderator may not touch the key of the club.', 'Ask an owner of the club.');
}

/** An app of his own can be ended by everybody who sees it. */
export const mayDisconnect = (entry: Entry, app: Pick<App, 'userId'>): boolean =>
  mayDecide(entry) || app.userId === entry.visit.session.userId;
