// `npm run backup -- FOLDER`: copies the embedded database. Exits with 0 when it is copied, 1 when it is not, 2 when the command is
// wrong.
import path from 'node:path';
import { environment, loadStoreSettings } from '../config.ts';
import { backupEmbedded } from '../store/driver/embedded-copy.ts';
import { CommandError, messageOf, parseOptions, runCommand, UsageError } from './command.ts';

const USAGE = `Usage: npm run backup -- FOLDER

Copies the embedded database of TOUCHLINE_HOME, and its secret if it was generated, into a new folder. Stop its server first. Keep the
folder private: it contains hashes of passwords and tokens. For the database of DATABASE_URL, use pg_dump.`;

await runCommand(USAGE, async (argv) => {
  const [folder, ...others] = parseOptions(argv, {}).positionals;
  if (folder === undefined || others.length > 0) throw new UsageError('Name one folder.');
  const settings = loadStoreSettings(environment());
  if ('problem' in settings) throw new UsageError(settings.problem);
  if (settings.databaseUrl !== null) throw new UsageError('DATABASE_URL is set: back that database up with pg_dump.');
  const target = path.resolve(folder);
  try {
    await backupEmbedded(settings.home, target);
  } catch (error) {
    throw new CommandError(messageOf(error));
  }
  return `The embedded database is copied to ${target}. To put it back: npm run restore -- ${folder}`;
});
