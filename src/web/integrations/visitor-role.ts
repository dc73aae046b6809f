// The role of a visitor on an integrations page, and what it allows.
import type { SignInSession } from '../../auth/sign-in-sessions.ts';
import type { PageWords } from '../../browser/shared/words.ts';
import type { ConnectedApp } from '../../store/apps.ts';
import type { Resource, ResourceRole } from '../../store/integrations.ts';
import type { IntegrationQueries } from '../../store/queries.ts';
import { PageProblem } from '../layout/page-problem.ts';
import type { Visit } from '../site.ts';

/** An admitted request for one of the pages. */
export type VisitorRole = ResourceRole & {
  readonly visit: Visit<SignInSession>;
  /** The address of the page. */
  readonly address: string;
};

/** Throws Problem 403, whether or not the club or tournament exists. */
export async function enter(
  findResourceRole: IntegrationQueries['findResourceRole'],
  kind: Resource['kind'],
  visit: Visit<SignInSession>,
): Promise<VisitorRole> {
  const resourceRole = await findResourceRole(kind, visit.param('slug'), visit.session.userId);
  if (resourceRole === null) throw notForYou(kind, visit.words);
  const address = `/${kind}s/${encodeURIComponent(resourceRole.resource.slug)}/integrations`;
  return { ...resourceRole, visit, address };
}

function notForYou(kind: Resource['kind'], words: PageWords): PageProblem {
  const { title, advice } = words.integrations.notYours[kind];
  return new PageProblem(403, title, { hint: advice });
}

/** Whether the visitor may change the key and disconnect apps of others: every role except a club's moderator. */
export const mayDecide = ({ role }: VisitorRole): boolean => role !== 'moderator';

/** Throws Problem 403. */
export function requireDecider(entry: VisitorRole): void {
  if (mayDecide(entry)) return;
  const { ownKey, ownKeyAdvice } = entry.visit.words.confirm;
  throw new PageProblem(403, ownKey, { hint: ownKeyAdvice });
}

/** Every visitor may disconnect their own apps. */
export const mayDisconnect = (entry: VisitorRole, app: Pick<ConnectedApp, 'userId'>): boolean =>
  mayDecide(entry) || app.userId === entry.visit.session.userId;
