// The audit trail: who did what, newest first, in pages.
import { INTEGER_MAX } from '../../../protocol/rest/bounds.ts';
import { type Action, AUDIT_PAGE, type AuditEntry, type Trail } from '../../store/audit.ts';
import { Table } from './table.tsx';
import { Time } from './time.tsx';

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

const ACTIONS = {
  key_generated: () => 'generated a key',
  key_regenerated: () => 'regenerated the key',
  key_revoked: () => 'revoked the key',
  app_connected: (subject: string) => `connected the app ${subject}`,
  app_disconnected: (subject: string) => `disconnected the app ${subject}`,
  view_token_made: (subject: string) => `made a view token for ${subject}`,
  view_token_revoked: (subject: string) => `revoked a view token for ${subject}`,
} as const satisfies Readonly<Record<Action, unknown>>;

export const AuditTrail = ({ entries, older, isLater, hasWhereColumn, address }: TrailPart) => (
  <section aria-labelledby="trail">
    <h2 id="trail">Who did what</h2>
    {entries.length === 0 ? (
      <p>There are no entries yet.</p>
    ) : (
      <Table
        caption="Actions, newest first"
        head={['When', 'Who', 'What', ...(hasWhereColumn ? ['Where'] : [])]}
        rows={entries.map(({ at, userName, action, subject, place }) => [
          <Time at={at} />,
          userName,
          ACTIONS[action](subject),
          ...(hasWhereColumn ? [place ?? 'here'] : []),
        ])}
      />
    )}
    <p>
      {isLater && <a href={`${address}#trail`}>Newest entries</a>} {older !== null && <a href={older}>Older entries</a>}
    </p>
  </section>
);

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
