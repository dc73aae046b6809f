// Drafts clubs and their members.
import type { ParsedFile } from '../../protocol/data-file/data-file.ts';
import { checkSlugs, type Draft, type Drafted, draftRows, type Entry } from './draft.ts';
import { keyOf, type Row, textOf } from './rows.ts';
import { TABLES } from './tables.ts';

/** Drafts the clubs of the file, without their members, juniors and games. */
export async function draftClubs(draft: Draft, file: ParsedFile): Promise<readonly Drafted[]> {
  const entries = file.clubs.map(({ members: _members, juniors: _juniors, games: _games, ...given }, index) => {
    const place = `clubs[${index}]`;
    draft.checkUnique('club id', given.id, `${place}.id`);
    draft.checkUnique('club slug', given.slug, `${place}.slug`);
    return { place, given };
  });
  const { drafted } = await draftRows(draft, TABLES.clubs, entries, { atFirst: { created_at: draft.now } });
  await checkSlugs(draft, TABLES.clubs, drafted);
  return drafted;
}

/** Members are merged one by one: a member who left has the status `former` and stays in the file. */
export async function draftMembers(draft: Draft, file: ParsedFile): Promise<readonly Drafted[]> {
  const entries: Entry[] = [];
  for (const [index, club] of file.clubs.entries()) {
    for (const [number, member] of (club.members ?? []).entries()) {
      const place = `clubs[${index}].members[${number}]`;
      draft.checkUnique(`member of club ${club.id}: user`, member.user_id, `${place}.user_id`);
      draft.users.mustExist(member.user_id, `${place}.user_id`);
      entries.push({ place, given: { ...member, club_id: club.id } });
    }
  }
  const { drafted, stored } = await draftRows(draft, TABLES.members, entries, {
    column: 'club_id',
    atFirst: { joined_at: draft.now },
  });
  checkJerseys(draft, drafted, stored);
  return drafted;
}

/** Juniors of a squad are merged one by one, as members are. */
export async function draftClubJuniors(draft: Draft, file: ParsedFile): Promise<readonly Drafted[]> {
  const entries: Entry[] = [];
  for (const [index, club] of file.clubs.entries()) {
    for (const [number, junior] of (club.juniors ?? []).entries()) {
      const place = `clubs[${index}].juniors[${number}]`;
      draft.checkUnique(`junior of club ${club.id}`, junior.junior_id, `${place}.junior_id`);
      draft.juniors.mustExist(junior.junior_id, `${place}.junior_id`);
      entries.push({ place, given: { ...junior, club_id: club.id } });
    }
  }
  const options = { column: 'club_id', atFirst: { joined_at: draft.now } };
  return (await draftRows(draft, TABLES.club_juniors, entries, options)).drafted;
}

/** Checks that jersey numbers are unique among a club's active members, stored members included. */
function checkJerseys({ faults }: Draft, drafted: readonly Drafted[], stored: ReadonlyMap<string, Row>): void {
  const mentioned = new Set(drafted.map(({ row }) => keyOf(TABLES.members, row)));
  const wearers = new Map<string, string>();
  for (const [key, row] of stored) {
    const jersey = jerseyOf(row);
    if (jersey !== null && !mentioned.has(key)) wearers.set(jersey, `user ${textOf(row['user_id'])}`);
  }
  for (const { row, place } of drafted) {
    const jersey = jerseyOf(row);
    if (jersey === null) continue;
    const wearer = wearers.get(jersey);
    if (wearer === undefined) wearers.set(jersey, `user ${textOf(row['user_id'])}`);
    else {
      faults.add(
        `${place}.jersey_number`,
        `${textOf(row['jersey_number'])} is taken by ${wearer}. Jersey numbers are unique among a club's active members.`,
      );
    }
  }
}

const jerseyOf = (row: Row): string | null =>
  row['status'] === 'active' && typeof row['jersey_number'] === 'number'
    ? `${textOf(row['club_id'])} ${row['jersey_number']}`
    : null;
