// `npm run password-link -- EMAIL`: prints a link with which a user sets a new password. Exits with 0 when it is made, 1 when it is
// not, 2 when the command is wrong.
import { environment, loadClientSettings } from '../config.ts';
import { makePasswordLink } from '../store/password-links.ts';
import { hashToken, makeLinkSecret } from '../store/tokens.ts';
import { CommandError, messageOf, runCommand, UsageError } from './command.ts';
import { withUser } from './user-by-email.ts';

const USAGE = `Usage: npm run -s password-link -- EMAIL

Makes a link with which the user with this e-mail address sets a password. It works once, within one hour. Give it to this user
alone. The link begins with PUBLIC_URL, else with http(s)://HOST:PORT.

Uses the database of DATABASE_URL, else the embedded database in TOUCHLINE_HOME; stop its server first, and start it again
for the link.`;

await runCommand(USAGE, async ([email, ...others]) => {
  if (email === undefined || others.length > 0 || !email.includes('@'))
    throw new UsageError('Name one e-mail address.');
  const settings = loadClientSettings(environment());
  if ('problem' in settings) throw new UsageError(settings.problem);
  const secret = makeLinkSecret();
  try {
    await withUser(email, (sql, { id }) =>
      makePasswordLink(sql, {
        secretHash: hashToken(secret),
        userId: id,
        madeBy: 'operator',
        isMailed: false,
        resource: null,
        now: Date.now(),
      }),
    );
  } catch (error) {
    throw new CommandError(messageOf(error));
  }
  return `${settings.url}/link#${secret}`;
});
