// Applies a data file: parses it, compares it with the stored rows, and writes the changes in one transaction.
//
//   parse ─▶ hash passwords ─▶ │ draft everything (reads only) ─▶ faults? 422
//                              │ ─▶ write rows ─▶ results of new matches ─▶ lock live matches ─▶ move them │ commit
import type { Sql } from '../store/driver/sql.ts';
import type { ParsedFile } from '../../protocol/data-file/data-file.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { TokenEncryption } from '../store/connections.ts';
import { IMPORT_LOCK } from '../store/integrations.ts';
import { transaction } from '../store/driver/transaction.ts';
import type { Drafts } from './drafts.ts';
import { draftClubs, draftMembers } from './clubs.ts';
import { openSlugs } from './slugs.ts';
import { type Counts, countStates, type Draft, type Drafted, idsOf, type OnProgress, openReferences } from './draft.ts';
import { draftGames } from './games.ts';
import { applyLive } from './live-matches.ts';
import { parseFile, refusal } from './parse.ts';
import { draftJuniors, draftUsers, hashPasswords, type PlacedUser, usersOf } from './people.ts';
import { openBreather, openFaults } from './json-path.ts';
import { encryptGivenTokens } from './encrypted-tokens.ts';
import { TABLES } from './tables.ts';
import { draftMatches } from './tournament-matches.ts';
import { draftTokens } from './tokens.ts';
import { draftPlayers, draftTeams, draftTournaments } from './tournaments.ts';
import { draftViewTokens } from './view-tokens.ts';
import { writeDrafts } from './write.ts';

export type { Counts, OnProgress, Progress } from './draft.ts';

export type ImportOptions = { readonly onProgress?: OnProgress; readonly seals?: TokenEncryption | null };

export type Imported = {
  /** Number of created, updated and unchanged rows per entity. */
  readonly counts: Counts;
  /** Stored matches that the import changed; each has a new `seq`. */
  readonly affected: readonly MatchRef[];
};

/**
 * Applies a data file (rule DATA-1). Throws Problem 422 with `details` for every fault; then nothing was applied. Applying
 * the same file again changes nothing. `onProgress` is called with the progress. With `seals` the tokens of connected apps
 * are stored encrypted, so that reconnections get the same token.
 */
export async function importData(
  sql: Sql,
  file: unknown,
  { onProgress = () => undefined, seals = null }: ImportOptions = {},
): Promise<Imported> {
  const parsed = await parseFile(file);
  const faults = openFaults();
  const users = usersOf(parsed, faults);
  const hashes = await hashPasswords(sql, users, onProgress);
  return transaction(sql, async (tx) => {
    // Imports run one after the other: the rows that one has checked must not change.
    await tx`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
    const draft: Draft = { sql: tx, now: Date.now(), faults, breathe: openBreather() };
    const drafts = await draftAll(draft, parsed, users, hashes);
    if (faults.details.length > 0) throw refusal(faults);
    await writeDrafts(draft, drafts, onProgress);
    if (seals) await encryptGivenTokens(tx, parsed, drafts.tokens, seals);
    const { affected, applied } = await applyLive(draft, drafts, onProgress);
    if (faults.details.length > 0) throw refusal(faults);
    return { counts: countsOf(drafts, applied), affected };
  });
}

async function draftAll(
  draft: Draft,
  file: ParsedFile,
  placedUsers: readonly PlacedUser[],
  hashes: ReadonlyMap<number, string>,
): Promise<Drafts> {
  const references = { users: openReferences(), juniors: openReferences() };
  const users = await draftUsers(draft, placedUsers, hashes);
  const juniors = await draftJuniors(draft, file);
  const clubs = await draftClubs(draft, file);
  const clubDirectory = await openSlugs(draft, TABLES.clubs, clubs);
  const members = await draftMembers(draft, file, references.users);
  const games = await draftGames(draft, file, references);
  const tournaments = await draftTournaments(draft, file, clubDirectory, references.users);
  const { drafted: teams, teamsOf } = await draftTeams(draft, file, clubDirectory);
  const players = await draftPlayers(draft, file, teamsOf, references.users);
  const matches = await draftMatches(draft, file, { clubs: clubDirectory, users: references.users, teamsOf });
  const tokens = await draftTokens(draft, file, {
    clubs: clubDirectory,
    tournaments: await openSlugs(draft, TABLES.tournaments, tournaments),
    users: references.users,
  });
  const viewTokens = await draftViewTokens(draft, file, tokens.drafted, references.users);
  await references.users.settle(draft, TABLES.users, idsOf(users), 'user');
  await references.juniors.settle(draft, TABLES.juniors, idsOf(juniors), 'junior');
  return { users, juniors, clubs, members, games, tournaments, teams, players, matches, tokens, viewTokens };
}

/** A game or match with new results counts as updated, even if its own row is unchanged. */
function countsOf(drafts: Drafts, applied: ReadonlySet<MatchRef>): Counts {
  const withResults = (kind: 'game' | 'match') => (entry: Drafted & { readonly id: number }) =>
    entry.state === 'unchanged' && applied.has(`${kind}:${entry.id}`) ? { state: 'updated' as const } : entry;
  return {
    users: countStates(drafts.users),
    juniors: countStates(drafts.juniors),
    clubs: countStates(drafts.clubs),
    members: countStates(drafts.members),
    games: countStates(drafts.games.map(withResults('game'))),
    tournaments: countStates(drafts.tournaments),
    teams: countStates(drafts.teams),
    players: countStates(drafts.players),
    matches: countStates(drafts.matches.map(withResults('match'))),
    tokens: countStates(drafts.tokens.drafted),
    view_tokens: countStates(drafts.viewTokens),
  };
}
