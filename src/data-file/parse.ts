// Parses unknown JSON piece by piece: one `parse` of 64 MiB would block a running server for seconds.
import { z } from 'zod';
import {
  clubSchema,
  dataFileSchema,
  juniorSchema,
  matchSchema,
  type ParsedFile,
  tournamentPlayerSchema,
  tournamentSchema,
  userSchema,
} from '../../protocol/data-file/data-file.ts';
import { tokenSchema, viewTokenSchema } from '../../protocol/data-file/tokens.ts';
import { auditSchema } from '../../protocol/data-file/history.ts';
import { ROWS_MAX } from '../../protocol/data-file/fields.ts';
import { cannotBeStored, UNSTORABLE } from '../../protocol/rest/fields.ts';
import { fieldsOf } from '../../protocol/wire/fields-of.ts';
import { gameSchema } from '../../protocol/data-file/game.ts';
import { invalid } from '../ops/problem.ts';
import { type Faults, openYielder, openFaults, jsonPathOf } from './json-path.ts';

const pieces = z.array(z.unknown()).max(ROWS_MAX).nullish();
const fileHead = z.strictObject({
  touchline_data: dataFileSchema.shape.touchline_data,
  service_ids: dataFileSchema.shape.service_ids,
  ...fieldsOf(pieces, 'users', 'juniors', 'clubs', 'tournaments', 'tokens', 'view_tokens', 'audit'),
});
const clubPieces = clubSchema.extend({ games: pieces });
const tournamentPieces = tournamentSchema.extend({ players: pieces, matches: pieces });

/**
 * Parses a data file. Throws Problem 422 with the path of every fault (`clubs[0].games[3].teams[1].jersey_color`). Yields
 * to the event loop from time to time.
 */
export async function parseFile(file: unknown): Promise<ParsedFile> {
  const faults = openFaults();
  const maybeYield = openYielder();

  /** Parses the pieces of a list. A faulty piece leaves a hole, but then the whole file is rejected. */
  const each = async <T>(list: unknown, schema: z.ZodType<T>, base: string, apart: readonly string[] = []) => {
    const parsed: T[] = [];
    for (const [index, item] of asList(list).entries()) {
      await maybeYield();
      const value = parsePiece(schema, item, { base: `${base}[${index}]`, faults, apart });
      if (value !== undefined) parsed.push(value);
    }
    return parsed;
  };
  /** Parses the lists inside a list of clubs or tournaments, even if the outer entries are faulty. */
  const within = async <T>(list: unknown, key: string, schema: z.ZodType<T>, base: string) => {
    const lists: (T[] | undefined)[] = [];
    for (const [index, item] of asList(list).entries()) {
      const inner = isRecord(item) ? item[key] : undefined;
      lists.push(Array.isArray(inner) ? await each(inner, schema, `${base}[${index}].${key}`) : undefined);
    }
    return lists;
  };

  const head = parsePiece(fileHead, file, { base: '', faults, apart: Object.keys(fileHead.shape) });
  const lists = isRecord(file) ? file : {};
  const users = await each(lists['users'], userSchema, 'users');
  const juniors = await each(lists['juniors'], juniorSchema, 'juniors');
  const clubs = await each(lists['clubs'], clubPieces, 'clubs', ['games']);
  const games = await within(lists['clubs'], 'games', gameSchema, 'clubs');
  const tournaments = await each(lists['tournaments'], tournamentPieces, 'tournaments', ['players', 'matches']);
  const players = await within(lists['tournaments'], 'players', tournamentPlayerSchema, 'tournaments');
  const matches = await within(lists['tournaments'], 'matches', matchSchema, 'tournaments');
  const tokens = await each(lists['tokens'], tokenSchema, 'tokens');
  const viewTokens = await each(lists['view_tokens'], viewTokenSchema, 'view_tokens');
  const audit = await each(lists['audit'], auditSchema, 'audit');
  if (head === undefined || faults.details.length > 0) throw invalidFile(faults);
  return {
    serviceIds: head.service_ids === true,
    users,
    juniors,
    clubs: clubs.map((club, index) => ({ ...club, games: games[index] })),
    tournaments: tournaments.map((tournament, index) => ({
      ...tournament,
      players: players[index],
      matches: matches[index],
    })),
    tokens,
    viewTokens,
    audit,
  };
}

export const invalidFile = (faults: Faults) =>
  invalid(faults.details, 'The data file was not applied because it has mistakes.', faults);

type Piece = {
  readonly base: string;
  readonly faults: Faults;
  /** Keys of lists that are parsed piece by piece. */
  readonly apart: readonly string[];
};

function parsePiece<T>(schema: z.ZodType<T>, item: unknown, { base, faults, apart }: Piece): T | undefined {
  // Checks the schema first: it rejects a list that is too long at once.
  const parsed = schema.safeParse(item);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) addIssue(issue, base, faults);
    return undefined;
  }
  const text = isRecord(item)
    ? Object.fromEntries(Object.entries(item).filter(([key, value]) => !(Array.isArray(value) && apart.includes(key))))
    : item;
  const place = unstorable(text);
  if (place !== null) {
    faults.add(jsonPathOf(base, place), cannotBeStored);
    return undefined;
  }
  return parsed.data;
}

function addIssue(issue: z.core.$ZodIssue, base: string, faults: Faults): void {
  const place = jsonPathOf(base, issue.path);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) faults.add(jsonPathOf(place, [key]), 'Unknown field.');
  } else faults.add(place, issue.message);
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper than any field of the schema; the schema rejects anything below. */
const DEPTH_MAX = 12;

/** The path of the first text that PostgreSQL cannot store; null without one. */
function unstorable(value: unknown, depth = 0): PropertyKey[] | null {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [] : null;
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return null;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'string' && typeof member !== 'object') continue;
    const path = unstorable(member, depth + 1);
    if (path !== null) return [Array.isArray(value) ? Number(key) : key, ...path];
  }
  return null;
}
