// `/me/clubs`: users see the clubs of which they are members, and leave them.
import type { ManagedRows } from '../http/api/manage.ts';
import type { Answer } from '../http/core/answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { Problem } from '../ops/problem.ts';
import type { IntegrationQueries } from '../store/queries.ts';
import type { Membership } from '../store/squad.ts';
import { byNameIn } from './layout/by-name.ts';
import { ConfirmationPage } from './layout/confirmation.tsx';
import { seeOther } from './layout/html-answer.ts';
import { Page, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';
import { PageProblem } from './layout/page-problem.ts';
import { Table } from './layout/table.tsx';
import { usePageLanguage } from './layout/words.tsx';
import type { Site, Visit } from './site.ts';

export type MyClubsDeps = {
  readonly integrations: Pick<IntegrationQueries, 'readMemberships'>;
  readonly managed: Pick<ManagedRows, 'countChange' | 'remove'>;
};

const ADDRESS = '/me/clubs';

export function myClubsRoutes(site: Site, { integrations, managed }: MyClubsDeps): readonly RouteSpec[] {
  /** Throws Problem 404. */
  async function membership(userId: number, slug: string | null, { words }: Visit): Promise<Membership> {
    const found = (await integrations.readMemberships(userId)).find((club) => club.slug === slug);
    if (found === undefined) throw new PageProblem(404, words.squad.mine.notFound);
    return found;
  }

  return site.signedIn({
    name: 'my_clubs',
    path: ADDRESS,
    async show(visit): Promise<Answer> {
      const { session, visitor, query, words, html } = visit;
      const { mine } = words.squad;
      if (query.get('ask') === 'leave') {
        const { slug, name } = await membership(session.userId, query.get('club'), visit);
        const { consequences, yes: button } = mine;
        const confirmation = { title: mine.question(name), consequences, button, fields: { club: slug } };
        return html(200, <ConfirmationPage {...confirmation} visitor={visitor} address={ADDRESS} />);
      }
      const clubs = await integrations.readMemberships(session.userId);
      const notice = query.get('done') === 'left' ? mine.left : null;
      return html(200, <MyClubsPage visitor={visitor} clubs={clubs} notice={notice} />);
    },
    async submit(visit, form): Promise<Answer> {
      const { userId } = visit.session;
      const { slug } = await membership(userId, form.get('club'), visit);
      const target = { kind: 'member', owner: slug, by: userId } as const;
      managed.countChange(target);
      try {
        await managed.remove(target, String(userId), null);
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 409) throw error;
        throw new PageProblem(409, visit.words.squad.mine.lastOwner);
      }
      return seeOther(`${ADDRESS}?done=left`);
    },
  });
}

type MyClubs = {
  readonly visitor: Visitor;
  readonly clubs: readonly Membership[];
  readonly notice: string | null;
};

function MyClubsPage({ visitor, clubs, notice }: MyClubs) {
  const { language, words } = usePageLanguage();
  const { mine, roles } = words.squad;
  return (
    <Page title={mine.title} visitor={visitor}>
      {notice !== null && <Notice kind="good" title={notice} />}
      {clubs.length === 0 ? (
        <p>{mine.none}</p>
      ) : (
        <Table
          stacks
          caption={mine.caption}
          head={mine.columns}
          rows={clubs.toSorted(byNameIn(language)).map(({ slug, name, role }) => [
            <a href={`/clubs/${encodeURIComponent(slug)}`}>{name}</a>,
            roles[role],
            <a
              class="button destructive"
              href={`${ADDRESS}?ask=leave&club=${encodeURIComponent(slug)}`}
              aria-label={mine.leaveOf(name)}
            >
              {mine.leave}
            </a>,
          ])}
        />
      )}
    </Page>
  );
}
