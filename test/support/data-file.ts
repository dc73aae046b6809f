// Data files that name one record of the world with some of its parts, and the places that an invalid file's answer names.
import { expect } from 'vitest';
import { Problem } from '../../src/ops/problem.ts';
import { importData } from '../../src/data-file/import.ts';
import type { Sql } from '../../src/store/driver/sql.ts';
import { RIVERSIDE } from './world/clubs.ts';
import { AUTUMN_CUP } from './world/tournaments.ts';
import { PLAYED } from './world/world-with-results.ts';

/** A data file with these parts. */
export const fileOf = (parts: object) => ({ touchline_data: 1, ...parts });

/** A file that only names Riverside FC, with some of its parts. */
export const clubFile = (parts: object) => fileOf({ clubs: [{ ...RIVERSIDE, ...parts }] });

/** A file that only names one of the club's games, with some of its parts. */
export function gameFile(id: 100 | 130, parts: object) {
  const named = id === 100 ? { id, slug: 'sunday-5s', title: 'Game sunday-5s' } : PLAYED;
  return clubFile({ games: [{ ...named, ...parts }] });
}

/** A file that only names the Autumn Cup, with some of its parts. */
export const cupFile = (parts: object) => fileOf({ tournaments: [{ ...AUTUMN_CUP, ...parts }] });

/** The places that an invalid file's answer names; empty when the file was applied. */
export async function refusedAt(sql: Sql, file: unknown): Promise<string[]> {
  try {
    await importData(sql, file);
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.status).toBe(422);
    return (error.details ?? []).map(({ path }) => path);
  }
}
