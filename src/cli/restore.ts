// `npm run restore -- FOLDER`: puts a copy of the embedded database back. Exits with 0 when it is there, 1 when it is not, 2 when the
// command is wrong.
import path from 'node:path';
import { environment, loadStoreSettings } from '../config.ts';
import { restoreEmbedded } from '../store/driver/embedded-copy.ts';
import { CommandError, messageOf, parseOptions, runCommand, UsageError } from './command.ts';

const USAGE = `Usage: npm run restore -- FOLDER

Puts a copy that npm run backup made into TOUCHLINE_HOME, which must have no embedded database. For the database of DATABASE_URL, use
psql or pg_restore.`;

await runCommand(USAGE, async (argv) => {
  const [folder, ...others] = parseOptions(argv, {}).positionals;
  if (folder === undefined || others.length > 0) throw new UsageError('Name one folder.');
  const settings = loadStoreSettings(environment());
  if ('problem' in settings) throw new UsageError(settings.problem);
  if (settings.databaseUrl !== null)
    throw new UsageError('DATABASE_URL is set: restore that database with psql or pg_restore.');
  try {
    await restoreEmbedded(path.resolve(folder), settings.home);
  } catch (error) {
    throw new CommandError(messageOf(error));
  }
  return `The database is in ${settings.home}. Start the server as usual.`;
});
