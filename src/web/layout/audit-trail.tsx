// The audit trail: who did what, newest first, in pages.
import { INTEGER_MAX } from '../../../protocol/rest/bounds.ts';
import { AUDIT_PAGE, type AuditEntry, type Trail } from '../../store/audit.ts';
import type { PageWords } from '../../browser/shared/words.ts';
import { entryOf } from './entry-of.ts';
import { Table } from './table.tsx';
import { Time } from './time.tsx';
import { useWords } from './words.tsx';

export type TrailPart = {
  readonly entries: readonly AuditEntry[];
  /** Address of the page with older entries; null when these are the last. */
  readonly older: string | null;
  /** Whether newer entries exist. */
  readonly isLater: boolean;
  /** Whether the table has a column for the club or tournament. */
  readonly hasWhereColumn: boolean;
  /** Address of the page itself. */
  readonly address: string;
};

type Words = PageWords['trail'];

/** Who acted. A user has a name; others are stored as English words. */
export function actorIn({ actors, ofClub }: Words, stored: string): string {
  const club = /^Club (\S+)$/.exec(stored)?.[1];
  return club === undefined ? (entryOf(actors, stored) ?? stored) : ofClub(club);
}

const ABOUT_ROWS: ReadonlySet<string> = new Set([
  'row_created',
  'row_changed',
  'row_deleted',
  'game_cancelled',
  'game_restored',
  'place_filled',
]);
/** Rows such as `game Sunday 5s`, `team Reds, team Blues` or `match 7, home: Reds`: what they are, in the language of the page. */
const rowsIn = ({ rows, lineups }: Words, stored: string): string =>
  stored
    .split(', ')
    .map((part, index) => {
      const sides = index === 1 ? /^line-up of (.+)$/.exec(part)?.[1] : undefined;
      const changed = sides === undefined ? null : entryOf(lineups, sides);
      if (changed !== null) return changed;
      const [word = ''] = /^[a-z]+(?=[ :])/.exec(part) ?? [];
      // The part of a name may begin with such a word.
      const isOfTrail = index === 0 || word === 'team' || part[word.length] === ':';
      return isOfTrail ? (entryOf(rows, word) ?? word) + part.slice(word.length) : part;
    })
    .join(', ');

const ABOUT_INVITATIONS: ReadonlySet<string> = new Set([
  'invitation_made',
  'invitation_withdrawn',
  'invitation_accepted',
]);
/** Who is invited, as `Ana Silva, Moderator`: the role in the language of the page. */
function invitedIn(roles: PageWords['account']['invitations']['roles'], stored: string): string {
  const end = stored.lastIndexOf(', ');
  const role = end < 0 ? null : entryOf(roles, stored.slice(end + 2));
  return role === null ? stored : `${stored.slice(0, end)}, ${role}`;
}

function subjectIn({ trail, account }: PageWords, { action, subject }: AuditEntry): string {
  if (ABOUT_ROWS.has(action)) return rowsIn(trail, subject);
  return ABOUT_INVITATIONS.has(action) ? invitedIn(account.invitations.roles, subject) : subject;
}

export function AuditTrail({ entries, older, isLater, hasWhereColumn, address }: TrailPart) {
  const words = useWords();
  const { trail } = words;
  const { when, who, what, where } = trail.columns;
  return (
    <section aria-labelledby="trail">
      <h2 id="trail">{trail.title}</h2>
      {entries.length === 0 ? (
        <p>{trail.none}</p>
      ) : (
        <Table
          caption={trail.caption}
          head={[when, who, what, ...(hasWhereColumn ? [where] : [])]}
          rows={entries.map((entry) => [
            <Time at={entry.at} />,
            actorIn(trail, entry.userName),
            trail.actions[entry.action](subjectIn(words, entry)),
            ...(hasWhereColumn ? [entry.place ?? trail.here] : []),
          ])}
        />
      )}
      <p>
        {isLater && <a href={`${address}#trail`}>{trail.newest}</a>}{' '}
        {older !== null && <a href={older}>{trail.older}</a>}
      </p>
    </section>
  );
}

/** The trail of `of` for the page at `address`, older than the entry in its query `before`. Throws Problem 503. */
export async function trailPart(
  readAudit: (trail: Trail, before: number | null) => Promise<readonly AuditEntry[]>,
  of: Trail,
  address: string,
  query: URLSearchParams,
): Promise<TrailPart> {
  const before = idIn(query, 'before');
  const found = await readAudit(of, before);
  const entries = found.slice(0, AUDIT_PAGE);
  const last = entries.at(-1);
  const older = found.length > AUDIT_PAGE && last ? `${address}?before=${last.id}#trail` : null;
  return { entries, older, isLater: before !== null, hasWhereColumn: of.kind === 'user', address };
}

/** An id in the query; null when there is none. */
export function idIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? '';
  return /^\d{1,10}$/.test(text) && Number(text) <= INTEGER_MAX ? Number(text) : null;
}
