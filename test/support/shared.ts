// The folder of the real match scripts. They are not part of this project; tests look for them beside the checkout.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The folder that holds `matches/`: `TOUCHLINE_SHARED`, else `../shared` beside the checkout; null when there is none.
 * Throws when `TOUCHLINE_SHARED` names a folder without them.
 */
export function sharedFolder(): string | null {
  const named = process.env['TOUCHLINE_SHARED'] ?? '';
  const folder = named === '' ? resolve(import.meta.dirname, '../../../shared') : named;
  if (existsSync(resolve(folder, 'matches', 'index.json'))) return folder;
  if (named === '') return null;
  throw new Error(`TOUCHLINE_SHARED is ${named}, and there is no matches/index.json in it.`);
}
