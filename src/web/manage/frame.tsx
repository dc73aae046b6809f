// The frame of all management pages: the club or tournament, its sections, then the page.
//
// To add a section: add its name to SECTIONS below and to `sections` in src/browser/shared/lang/staff/, write its routes in a
// file here (`admitStaff` first, then a <ManagePage>), and call them in routes.ts. Its forms save rows by save-row.ts, which has
// the limits, checks and audit trail of the REST interface.
import type { ComponentChildren } from 'preact';
import { Page } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { useWords } from '../layout/words.tsx';
import type { Staff } from './staff.ts';

/** The sections of each kind in the order of the links. `path`: below the address of the club or tournament. */
const SECTIONS = {
  club: [
    { name: 'games', path: '' },
    { name: 'squad', path: '/squad' },
    { name: 'tournaments', path: '/tournaments' },
    { name: 'invitations', path: '/invitations' },
  ],
  tournament: [
    { name: 'overview', path: '' },
    { name: 'teams', path: '/teams' },
    { name: 'fixtures', path: '/fixtures' },
    { name: 'settings', path: '/settings' },
    { name: 'invitations', path: '/invitations' },
  ],
} as const;
type Section = (typeof SECTIONS)[keyof typeof SECTIONS][number]['name'];

type ManagePageProps = {
  readonly staff: Staff;
  readonly section: Section;
  /** The name of the section where there is none. */
  readonly title?: string;
  /** What was done before this page was shown. */
  readonly notice?: string | null;
  /** Addresses of module scripts; the page works without them. */
  readonly scripts?: readonly string[];
  readonly children: ComponentChildren;
};

export function ManagePage({ staff, section, title, notice = null, scripts = [], children }: ManagePageProps) {
  const { sections } = useWords().staff;
  return (
    <Page
      title={title ?? sections[section]}
      visitor={staff.visit.visitor}
      scripts={scripts}
      above={<Sections staff={staff} section={section} />}
    >
      {notice !== null && <Notice kind="good" title={notice} />}
      {children}
    </Page>
  );
}

function Sections({ staff: { resource, address }, section: shown }: Pick<ManagePageProps, 'staff' | 'section'>) {
  const { staff: words } = useWords();
  const publicAddress = `/${resource.kind}s/${encodeURIComponent(resource.slug)}`;
  return (
    <nav class="sections" aria-label={words.navigation(resource.name)}>
      <p class="owner" dir="auto">
        <a href={publicAddress}>{resource.name}</a>
      </p>
      <ul>
        {SECTIONS[resource.kind].map(({ name, path }) => (
          <li key={name}>
            <a href={address + path} aria-current={name === shown ? 'page' : undefined}>
              {words.sections[name]}
            </a>
          </li>
        ))}
        <li>
          <a href={`${publicAddress}/integrations`}>{words.sections.integrations}</a>
        </li>
      </ul>
    </nav>
  );
}
