// Where the real match scripts are. They are not part of this project: tests that need them look for them beside it.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder that holds `matches/`: `TOUCHLINE_SHARED`, else `../shared` beside the checkout; null when there is none. */
export function sharedFolder(): string | null {
  const folder = process.env['TOUCHLINE_SHARED'] ?? resolve(import.meta.dirname, '../../../shared');
  if (existsSync(resolve(folder, 'matches', 'index.json'))) return folder;
  if (process.env['CI'] === 'true') {
    throw new Error(`No match scripts in ${folder}: with CI=true they are required. Set TOUCHLINE_SHARED.`);
  }
  return null;
}
