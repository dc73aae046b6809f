// The audit trail: who did what, newest first, in pages.
import { INTEGER_MAX } from '../../../protocol/rest/bounds.ts';
import { AUDIT_PAGE, type AuditEntry, type Trail } from '../../store/audit.ts';
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

export function AuditTrail({ entries, older, isLater, hasWhereColumn, address }: TrailPart) {
  const { trail } = useWords();
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
          rows={entries.map(({ at, userName, action, subject, place }) => [
            <Time at={at} />,
            userName,
            trail.actions[action](subject),
            ...(hasWhereColumn ? [place ?? trail.here] : []),
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
