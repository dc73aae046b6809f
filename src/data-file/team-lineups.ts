// The line-up of a club's own team in a tournament match, which the staff of the club set (rule LINE-6).
import { z } from 'zod';
import type { TeamLineups } from '../../protocol/rest/team-lineups.ts';
import type { Side } from '../../protocol/wire/board.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import { notFound } from '../ops/not-found.ts';
import { invalid, Problem } from '../ops/problem.ts';
import { writeAudit } from '../store/audit.ts';
import type { ISql, Sql } from '../store/driver/sql.ts';
import { readMatchPeople } from '../store/match-people.ts';
import { findTeamMatch, type TeamMatch } from '../store/team-matches.ts';
import { loadTournament } from '../store/tournament-profile.ts';
import { withImportLock } from './import-lock.ts';
import { applyEntries, changedEntry } from './managed-apply.ts';
import { requireVersion } from './managed-changes.ts';
import { etagOf, findOwner, type ManagedRow, type Owner, readManaged } from './managed-rows.ts';

/** `club`: its slug. `by`: the user who asks; null for the key of the club. */
export type TeamLineupTarget = { readonly club: string; readonly match: number; readonly by: number | null };
/** The line-ups of the club's own teams, of one or both sides. */
type OwnLineups = { readonly match: TeamMatch; readonly lineups: TeamLineups; readonly etag: string };

const OPEN = ['scheduled', 'postponed', 'live'];

/** Throws Problem 404 for a match without a team of the club. */
export async function readTeamLineups(sql: Sql, { club, match }: Omit<TeamLineupTarget, 'by'>): Promise<OwnLineups> {
  const { shown } = await find(sql, club, match);
  return shown;
}

/** Other sides stay as they are. Throws Problem 404, 409 after the end of the match, 412, 422 or 503. */
export const changeTeamLineups = (
  sql: Sql,
  { club, match, by }: TeamLineupTarget,
  lineups: TeamLineups,
  ifMatch: string | null,
): Promise<OwnLineups & { readonly affected: readonly MatchRef[] }> =>
  withImportLock(sql, `club ${club}`, async (tx) => {
    const { owner, row, shown } = await find(tx, club, match);
    requireVersion('line-up', fileOf(shown), ifMatch);
    requireOwnSides(shown.match, lineups);
    await requireOwnPeople(tx, owner, shown.match, lineups);
    await requireOpen(tx, shown, lineups);
    const affected = await applyEntries(tx, owner, [changedEntry('match', row, { lineups })]);
    const after = await find(tx, club, match);
    if (after.shown.etag !== shown.etag) {
      const subject = `match ${match}, line-up of ${Object.keys(lineups).join(' and ')}`;
      const resource = { kind: owner.kind, id: owner.id };
      await writeAudit(
        tx,
        { userId: by, otherwise: `Club ${club}`, action: 'row_changed', subject, resource },
        Date.now(),
      );
    }
    return { ...after.shown, affected };
  });

const stored = z.object({ home: z.unknown(), away: z.unknown() });

async function find(sql: ISql, club: string, id: number) {
  const match = await findTeamMatch(sql, club, id);
  const owner = match === null ? null : await findOwner(sql, 'tournament', match.tournament);
  const row = owner === null ? null : await readManaged(sql, 'match', owner, String(id));
  if (match === null || owner === null || row === null) throw notFound('Match');
  return { owner, row, shown: shownOf(match, row) };
}

function shownOf(match: TeamMatch, row: ManagedRow): OwnLineups {
  const all = stored.parse(row.file['lineups']);
  const lineups = Object.fromEntries(match.sides.map((side) => [side, all[side]])) as TeamLineups;
  return { match, lineups, etag: etagOf(fileOf({ match, lineups })) };
}

/** What the version of the line-ups depends on. */
const fileOf = ({ match, lineups }: Pick<OwnLineups, 'match' | 'lineups'>): Pick<ManagedRow, 'file'> => ({
  file: JSON.parse(JSON.stringify({ id: match.id, sides: match.sides, lineups })) as ManagedRow['file'],
});

/** Throws Problem 422. */
function requireOwnSides({ sides }: TeamMatch, lineups: TeamLineups): void {
  const foreign = (Object.keys(lineups) as Side[]).filter((side) => !sides.includes(side));
  if (foreign.length === 0) return;
  throw invalid(foreign.map((side) => ({ path: `lineups.${side}`, message: 'This is not a team of the club.' })));
}

type Named = { readonly id: number; readonly side: Side; readonly path: string };

const namedIn = (lineups: TeamLineups): readonly Named[] =>
  Object.entries(lineups).flatMap(([side, lineup]) =>
    (['starters', 'substitutes'] as const).flatMap((part) =>
      (lineup?.[part] ?? []).map(({ user_id: id }, index): Named => ({
        id,
        side: side as Side,
        path: `lineups.${side}.${part}[${index}].user_id`,
      })),
    ),
  );

/** Only players of the team, members of its club, and people of its line-up: an id must not tell another person's name. Throws Problem 422. */
async function requireOwnPeople(tx: ISql, owner: Owner, match: TeamMatch, lineups: TeamLineups): Promise<void> {
  const people = await readMatchPeople(tx, owner.id, match.id);
  const known = new Set(people.flatMap(({ id, side }) => (match.sides.includes(side) ? [id] : [])));
  const foreign = namedIn(lineups).filter(({ id }) => !known.has(id));
  if (foreign.length === 0) return;
  throw invalid(
    foreign.map(({ id, path }) => ({ path, message: `There is no user ${id} in the team or in its club.` })),
  );
}

/** While the match runs, players whom a marker names stay in the line-up. Throws Problem 409 or 422. */
async function requireOpen(tx: ISql, { match, lineups: before }: OwnLineups, lineups: TeamLineups): Promise<void> {
  const tournament = await loadTournament(tx, match.tournament);
  const state = tournament?.matches.find((one) => one.match.fixture.id === match.id)?.match.state;
  const board = state?.matches[String(match.id)];
  if (board === undefined || !OPEN.includes(board.status)) {
    throw new Problem(409, 'The match is over.', {
      hint: 'Ask the organizer of the tournament to correct the line-up.',
    });
  }
  const players = Object.values(board.events).flatMap((event) => [event.player?.id, event.second_player?.id]);
  // A part that is left out stays as it is stored.
  const after = Object.fromEntries(
    Object.entries(lineups).map(([side, lineup]) => {
      const { starters, substitutes } = before[side as Side] ?? {};
      return [side, { starters: lineup?.starters ?? starters, substitutes: lineup?.substitutes ?? substitutes }];
    }),
  ) as TeamLineups;
  const kept = new Set(namedIn(after).map(({ id }) => id));
  const lost = namedIn(before).filter(({ id, side }) => side in lineups && players.includes(id) && !kept.has(id));
  if (lost.length === 0) return;
  throw invalid(
    lost.map(({ id, side }) => ({ path: `lineups.${side}`, message: `A marker of this match names user ${id}.` })),
  );
}
