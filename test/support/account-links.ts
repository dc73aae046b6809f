// Links that work once, as browsers without scripts use them.
import type postgres from 'postgres';
import type { TestGateway } from './gateway.ts';
import { idIn, openVisitor, type Shown, type Visitor } from './visitor.ts';

export const NEW_PASSWORD = 'a new password of the tests';

/** The page of a link, and the visitor who sees it. */
export async function openLink(
  gateway: TestGateway,
  link: string,
  visitor = openVisitor(gateway),
): Promise<{ readonly shown: Shown; readonly visitor: Visitor }> {
  await visitor.get('/link');
  return { shown: await visitor.post('/link', { link }), visitor };
}

/** Sends the last form of a link. */
export async function useLink(
  gateway: TestGateway,
  link: string,
  step: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  const { visitor } = await openLink(gateway, link);
  return visitor.post('/link', { link, step, password: NEW_PASSWORD, again: NEW_PASSWORD, ...fields });
}

/** The link on the page that shows it once. */
export const shownLink = ({ html }: Shown): string => idIn(html, /id="made-link"[^>]* value="([^"]+)"/);

/** Adds a member of Riverside without a password. */
export const addMember = (gateway: TestGateway, id: number, name: string): Promise<void> =>
  gateway.import({
    touchline_data: 1,
    users: [{ id, slug: `user-${id}`, name, email: `user${id}@example.org` }],
    clubs: [{ id: 10, slug: 'riverside-fc', name: 'Riverside FC', members: [{ user_id: id }] }],
  });

/** The two newest actions of the audit trail, newest first. Rows about refusals come late (rule OPS-27), and do not count. */
export const newestActions = async (sql: postgres.Sql): Promise<readonly string[]> => {
  const rows = await sql<{ action: string }[]>`
    select action from audit where action not like '%\\_refused' order by id desc limit 2`;
  return rows.map(({ action }) => action);
};
