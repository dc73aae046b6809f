// The part of a page that says who did what.
import type { TrailPart } from './layout/audit-trail.tsx';
import { AUDIT_PAGE, type AuditEntry, type Trail } from '../store/audit.ts';

/** The trail of `of` for the page at `address`, from where its query `before` says. Throws Problem 503. */
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
  return { entries, older, isLater: before !== null, namesPlaces: of.kind === 'user', address };
}

/** A whole number in the query; null when there is none. */
export function idIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
