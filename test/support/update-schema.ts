// A process that brings a database up to date, as a start does, with the steps of a folder. Arguments: the address of the database, or
// nothing for the embedded one; TOUCHLINE_HOME; the folder.
import postgres from 'postgres';
import { createLogger } from '../../src/ops/logger.ts';
import { openEmbedded } from '../../src/store/driver/embedded.ts';
import { migrate } from '../../src/store/schema/migrate.ts';

const [url = '', home = '', steps = ''] = process.argv.slice(2);
const logger = createLogger('silent');
const options = { max: 1, onnotice: () => undefined };
const login = { username: 'postgres', database: 'postgres' };
const sql =
  url === ''
    ? postgres({ ...(await openEmbedded(home, logger)).address, ...login, ...options })
    : postgres(url, options);
await migrate(sql, steps, logger);
process.exit(0);
