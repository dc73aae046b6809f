// The clubs and the tournament whose integrations tests manage, and their audit trail.
import { readAudit, type Trail } from '../../src/store/audit.ts';
import type { Sql } from '../../src/store/driver/sql.ts';
import type { Resource } from '../../src/store/integrations.ts';
import { HILLTOP, RIVERSIDE } from './world/clubs.ts';
import { AUTUMN_CUP } from './world/tournaments.ts';

const club = ({ id, slug, name }: { id: number; slug: string; name: string }): Resource => ({
  kind: 'club',
  id,
  slug,
  name,
});
export const riversideFc = club(RIVERSIDE);
export const hilltopUnited = club(HILLTOP);
export const theAutumnCup: Resource = { kind: 'tournament', ...AUTUMN_CUP };

/** The newest page of an audit trail, a line each: `Ana Silva: key_replaced`. */
export const trailOf = async (sql: Sql, of: Trail): Promise<string[]> =>
  (await readAudit(sql, of, null)).map((entry) => `${entry.userName}: ${entry.action} ${entry.subject}`.trim());
