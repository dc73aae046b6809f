// Matches for a scenario: their data, and what boards and scorekeepers need to reach them. Matches are numbered from 0.
import type { DataFile } from '../protocol/data-file/data-file.ts';

export type Fixture = {
  readonly data: DataFile;
  channel(match: number): string;
  /** The credential of the board with this number. It may read every match. */
  reader(board: number): string;
  /** The bytes of a POST of the nth marker of a match, from 0. */
  marker(host: string, match: number, nth: number): string;
};
