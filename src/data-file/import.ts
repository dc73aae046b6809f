// Applies a data file: parses it, compares it with the stored rows, and writes the changes in one transaction.
//
//   parse ─▶ hash passwords ─▶ │ draft everything (reads only) ─▶ faults? 422
//                              │ ─▶ write rows ─▶ results of new matches ─▶ lock live matches ─▶ move them │ commit
import type { ISql, Sql } from '../store/driver/sql.ts';
import type { ParsedFile } from '../../protocol/data-file/data-file.ts';
import type { MatchRef } from '../../protocol/wire/ids.ts';
import type { TokenEncryption } from '../store/connections.ts';
import { IMPORT_LOCK } from '../store/integrations.ts';
import { transaction } from '../store/driver/transaction.ts';
import type { Drafts } from './drafts.ts';
import { draftClubJuniors, draftClubs, draftMembers } from './clubs.ts';
import { openSlugs } from './slugs.ts';
import {
  type Counts,
  type Draft,
  ENTITIES,
  type Entity,
  idsOf,
  type OnProgress,
  openUniqueCheck,
  openReferences,
} from './draft.ts';
import { fillPlaces } from './fill-places.ts';
import { draftGames } from './games.ts';
import { applyLive } from './live-matches.ts';
import { parseFile, invalidFile } from './parse.ts';
import { draftJuniors, draftUsers, hashPasswords, type UserAtPath, usersOf } from './people.ts';
import { openAskingYielder, openFaults } from './json-path.ts';
import { TABLES } from './tables.ts';
import { draftAudit, loggedTokens, writeAuditTrail } from './history.ts';
import { draftMatches } from './tournament-matches.ts';
import { textOf } from './rows.ts';
import { draftTokens, encryptGivenTokens } from './tokens.ts';
import { draftPlayers, draftTeams, draftTournaments } from './tournaments.ts';
import { draftViewTokens, tokenIdsHere } from './view-tokens.ts';
import { writeDrafts } from './write.ts';

export type { Counts, Progress } from './draft.ts';

type ImportOptions = { readonly onProgress?: OnProgress; readonly encryption?: TokenEncryption | null };

type Imported = {
  /** Number of created, updated and unchanged rows per entity. */
  readonly counts: Counts;
  /** Matches with markers whose score in the file was left alone. */
  readonly scoresKept: number;
  /** Stored matches that the import changed; each has a new `seq`. */
  readonly affected: readonly MatchRef[];
};

/**
 * Applies a data file (rule DATA-1). Throws Problem 422 with `details` for every fault; then nothing was applied. Applying
 * the same file again changes nothing. `onProgress` is called with the progress. With `encryption` the tokens of connected apps
 * are stored encrypted, so that reconnections get the same token.
 */
export async function importData(
  sql: Sql,
  file: unknown,
  { onProgress = () => undefined, encryption = null }: ImportOptions = {},
): Promise<Imported> {
  const parsed = await parseFile(file);
  const faults = openFaults();
  const users = usersOf(parsed, faults, openUniqueCheck(faults));
  const hashes = await hashPasswords(sql, users, onProgress);
  return transaction(sql, async (tx) => {
    // Imports run one after the other: the rows that one has checked must not change.
    await tx`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
    return applyFile(tx, parsed, { onProgress, encryption, hashes });
  });
}

type ApplyOptions = Required<ImportOptions> & {
  /** The hashes of the file's passwords, by the id of the user. */
  readonly hashes: ReadonlyMap<number, string>;
};

/** Applies a parsed file in a transaction that holds IMPORT_LOCK. Throws Problem 422. */
export async function applyFile(
  tx: ISql,
  parsed: ParsedFile,
  { onProgress, encryption, hashes }: ApplyOptions,
): Promise<Imported> {
  const faults = openFaults();
  const checkUnique = openUniqueCheck(faults);
  const users = usersOf(parsed, faults, checkUnique);
  const draft: Draft = {
    sql: tx,
    now: Date.now(),
    faults,
    checkUnique,
    mayHaveServiceIds: parsed.serviceIds,
    users: openReferences(),
    juniors: openReferences(),
    maybeYield: openAskingYielder(() => tx`select 1`),
  };
  const drafts = await draftAll(draft, parsed, users, hashes);
  if (faults.details.length > 0) throw invalidFile(faults);
  await writeDrafts(draft, drafts, onProgress);
  if (encryption) await encryptGivenTokens(tx, parsed, drafts.tokens, encryption);
  const tokenIds = await tokenIdsHere(draft, loggedTokens(parsed), parsed.tokens, drafts.tokens);
  const { affected, applied, scoresKept } = await applyLive(draft, drafts, onProgress, tokenIds);
  await writeAuditTrail(draft, drafts.audit);
  if (faults.details.length > 0) throw invalidFile(faults);
  const filled = await fillPlaces(
    tx,
    drafts.tournaments.map(({ id }) => id),
  );
  return { counts: countsOf(drafts, applied), affected: [...new Set([...affected, ...filled])], scoresKept };
}

async function draftAll(
  draft: Draft,
  file: ParsedFile,
  placedUsers: readonly UserAtPath[],
  hashes: ReadonlyMap<number, string>,
): Promise<Drafts> {
  const users = await draftUsers(draft, placedUsers, hashes);
  const juniors = await draftJuniors(draft, file);
  const clubs = await draftClubs(draft, file);
  const clubDirectory = await openSlugs(draft, TABLES.clubs, clubs);
  const members = await draftMembers(draft, file);
  const club_juniors = await draftClubJuniors(draft, file);
  const games = await draftGames(draft, file);
  const tournaments = await draftTournaments(draft, file, clubDirectory);
  const { drafted: teams, teamsOf } = await draftTeams(draft, file, clubDirectory);
  const players = await draftPlayers(draft, file, teamsOf);
  const matches = await draftMatches(draft, file, clubDirectory, teamsOf);
  const tournamentDirectory = await openSlugs(draft, TABLES.tournaments, tournaments);
  const { drafted: tokens, replaced: replacedKeys } = await draftTokens(draft, file, {
    clubs: clubDirectory,
    tournaments: tournamentDirectory,
  });
  const view_tokens = await draftViewTokens(draft, file, tokens);
  const audit = draftAudit(draft, file, { clubs: clubDirectory, tournaments: tournamentDirectory });
  await draft.users.check(draft, TABLES.users, idsOf(users), 'user');
  await draft.juniors.check(draft, TABLES.juniors, idsOf(juniors), 'junior');
  const ofClubs = { clubs, members, club_juniors, games };
  const ofTournaments = { tournaments, teams, players, matches };
  return { users, juniors, ...ofClubs, ...ofTournaments, tokens, view_tokens, replacedKeys, audit };
}

/** A game or match with new results counts as updated, even if its own row is unchanged. */
function countsOf(drafts: Drafts, applied: ReadonlySet<string>): Counts {
  const kinds: Readonly<Partial<Record<Entity, string>>> = { games: 'game', matches: 'match' };
  const countsOfEntity = (entity: Entity): Counts[Entity] => {
    const counts = { created: 0, updated: 0, unchanged: 0 };
    for (const { state, row } of drafts[entity]) {
      const hasResults = applied.has(`${kinds[entity] ?? ''}:${textOf(row['id'])}`);
      counts[state === 'unchanged' && hasResults ? 'updated' : state] += 1;
    }
    return counts;
  };
  return Object.fromEntries(ENTITIES.map((entity) => [entity, countsOfEntity(entity)])) as Counts;
}
