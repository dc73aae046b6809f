// Lists, tables and confirmations of the pages made on the server.
import type { FeedMatch } from '../../../protocol/wire/board.ts';
import { SAMPLE_LIVE_FEED } from '../../browser/design/sample-feed.ts';
import { SAMPLE_NOW } from '../../browser/design/samples.ts';
import { type HomeMatch, MatchTable } from '../home-matches.tsx';
import { AuditTrail } from '../layout/audit-trail.tsx';
import { Copyable } from '../layout/confirmation.tsx';
import { Button, Form, TextArea } from '../layout/form.tsx';
import { Notice } from '../layout/notice.tsx';
import { Table } from '../layout/table.tsx';
import { CRESTS } from '../own-pictures.ts';
import { ColorChoice } from '../manage/color-choice.tsx';
import { StaleNotice } from '../manage/stale-notice.tsx';

const HOUR = 3_600_000;
const home = (title: string, hours: number, live: readonly FeedMatch[], more: Partial<HomeMatch> = {}): HomeMatch => ({
  kind: 'tournament',
  resourceId: 7,
  channel: `match:${hours}`,
  path: '#match',
  title,
  live,
  at: SAMPLE_NOW + hours * HOUR,
  zone: 'Europe/Moscow',
  group: 'C',
  round: null,
  homePlace: null,
  awayPlace: null,
  cancellation: null,
  crests: [CRESTS.lakeside, CRESTS.northgate],
  ...more,
});
const [running] = Object.values(SAMPLE_LIVE_FEED.matches).filter(({ status }) => status === 'live');
export const HOME_MATCHES: readonly HomeMatch[] = [
  home('France vs Peru', 0, running ? [running] : []),
  home('النادي الأهلي vs الهلال', 2, []),
  home('Borussia Verein für Leibesübungen 1900 vs Αθλητική Ένωσις', 5, [], {
    cancellation: { reason: 'الملعب مغمور بالماء' },
  }),
  home('FCK vs AEK', -2, running ? [{ ...running, status: 'completed' }] : [], { group: null, round: 'final' }),
];

const audit = (id: number, userName: string, action: 'key_generated' | 'key_revoked') => ({
  id,
  at: SAMPLE_NOW - id * HOUR,
  userName,
  action,
  subject: 'Stand B',
  place: null,
});

export const SiteLists = () => (
  <section id="lists" aria-labelledby="lists-title">
    <h2 id="lists-title">Tables and lists</h2>
    <MatchTable caption="Matches" matches={HOME_MATCHES} nameOf={() => 'World Cup 2018'} />
    <Table
      caption="Keys"
      head={['Name', 'Made', 'Used']}
      rows={[
        ['Stand B', '15 Jul 2018', 'never'],
        ['المدرج الشرقي', '14 Jul 2018', 'an hour ago'],
      ]}
    />
    <AuditTrail
      entries={[audit(1, 'Ana Silva', 'key_generated'), audit(2, 'محمد صلاح', 'key_revoked')]}
      older="#older"
      isLater
      hasWhereColumn={false}
      address="/design"
    />
    <h2>Forms</h2>
    <StaleNotice
      by="Ana Silva"
      differences={[{ label: 'Title', stored: 'Sunday 5s', typed: 'كرة الأحد' }]}
      address="#stored"
    />
    <Notice kind="note" title="Copy it now">
      <p>It is shown this once.</p>
    </Notice>
    <Copyable name="secret" label="Key" value="tl_key_0123456789abcdef" />
    <TextArea name="area" label="Several lines" value="Ana Silva, 9" area={{ rows: 3 }} problem="Line 2 has no name." />
    <ColorChoice name="shirts" label="Shirts" color="#1e40af" none="No colour" />
    <Form action="#" csrf="">
      <div class="actions">
        <Button kind="destructive">Revoke the key</Button>
        <a class="button quiet" href="#cancel">
          Cancel
        </a>
      </div>
    </Form>
  </section>
);
