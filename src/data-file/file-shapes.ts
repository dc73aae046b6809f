// Stored rows in the shapes of the data file.
import type { Json, Row, Table } from './rows.ts';
import { isoTime } from '../../protocol/wire/iso-time.ts';
import type { LineupEdits } from '../match/fixture.ts';
import { isSameEdits, NO_EDITS } from '../match/lineup-edits.ts';

/** The row with its times as ISO 8601. */
export const withTimes = (table: Table, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(
    table.times.map((column) => [column, row[column] === null ? null : isoTime(Number(row[column]))]),
  ),
});

/** Joins the three columns of a format into one object. */
export function formatted(
  { halves = null, half_minutes = null, extra_half_minutes = null, ...row }: Row,
  key: string,
): Row {
  const isGiven = halves !== null || half_minutes !== null || extra_half_minutes !== null;
  return { ...row, [key]: isGiven ? { halves, half_minutes, extra_half_minutes } : null };
}

export const without = (row: Row, keys: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !keys.includes(key)));

export function participantOf({ player_id = null, ...row }: Row): Json {
  const rest = without(row, ['game_id', 'place', 'name']);
  return row['player_type'] === 'guest' ? { ...rest, name: row['name'] ?? null } : { ...rest, id: player_id };
}

export function lineupOf(rows: readonly Row[] = [], side: 'home' | 'away'): Json {
  const part = (isStarter: boolean): Json[] =>
    rows
      .filter((row) => row['side'] === side && row['is_starter'] === isStarter)
      .map((row) => without(row, ['match_id', 'place', 'side', 'is_starter']));
  return { starters: part(true), substitutes: part(false) };
}

/** The shirt numbers and fill-ins of one game or match alone; null without any, also where staff took all of them back. */
export function lineupEditsOf([row]: readonly Row[] = []): Json {
  const edits = row?.['edits'] ?? null;
  return edits === null || isSameEdits(edits as LineupEdits, NO_EDITS) ? null : edits;
}
