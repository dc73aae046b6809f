// `npm run set-password -- EMAIL`: sets a user's password directly in the database, so that no earlier password is needed.
// Exits with 0 when it is set, 1 when it is not, 2 when the command is wrong.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandError, messageOf, runCommand, UsageError } from './command.ts';
import { hashPassword, PASSWORD_MAX, PASSWORD_MIN } from '../auth/passwords.ts';
import { listPasskeys } from '../store/passkeys.ts';
import { setPassword } from '../store/people.ts';
import { withUser } from './user-by-email.ts';

const USAGE = `Usage: npm run set-password -- EMAIL

Sets the password of the user with this e-mail address and ends the user's sessions. Asks for the password, or reads it from
the first line of standard input: npm run -s set-password -- ana@example.org < password.txt

Uses the database of DATABASE_URL, else the embedded database in TOUCHLINE_HOME; stop its server first.`;

await runCommand(USAGE, async ([email, ...others]) => {
  if (email === undefined || others.length > 0 || !email.includes('@'))
    throw new UsageError('Name one e-mail address.');
  try {
    const { name, passkeys } = await change(email);
    const ended = `The password of ${name} (${email}) is set. All earlier sessions of this user have ended.`;
    return passkeys === 0
      ? ended
      : `${ended} Passkeys that stay valid: ${passkeys}. The user deletes them on /me/passkeys.`;
  } catch (error) {
    throw new CommandError(messageOf(error));
  }
});

function change(email: string): Promise<{ readonly name: string; readonly passkeys: number }> {
  return withUser(email, async (sql, person) => {
    const password = process.stdin.isTTY ? await askTwice() : await pipedIn();
    await setPassword(sql, person, await hashPassword(checked(password)));
    return { name: person.name, passkeys: (await listPasskeys(sql, person.id)).length };
  });
}

function checked(password: string): string {
  if (password.length < PASSWORD_MIN)
    throw new Error(`The password is too short: it needs at least ${PASSWORD_MIN} characters. It was not changed.`);
  if (password.length > PASSWORD_MAX)
    throw new Error(`The password is too long: it may have at most ${PASSWORD_MAX} characters. It was not changed.`);
  return password;
}

async function pipedIn(): Promise<string> {
  return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '';
}

async function askTwice(): Promise<string> {
  const terminal = openTerminal();
  try {
    const password = checked(await terminal.ask('New password: '));
    if ((await terminal.ask('Once more: ')) !== password) {
      throw new Error('The two passwords differ. The password was not changed.');
    }
    return password;
  } finally {
    terminal.close();
  }
}

/** Reads lines from the terminal without showing them. It keeps those that come before their question: two pasted at once. */
function openTerminal() {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: sink, terminal: true });
  const lines = terminal[Symbol.asyncIterator]();
  return {
    async ask(prompt: string): Promise<string> {
      // The terminal has stopped echoing.
      process.stderr.write(prompt);
      const line = await lines.next();
      process.stderr.write('\n');
      if (line.done === true) throw new Error('The password was not changed.');
      return line.value;
    },
    close: () => terminal.close(),
  };
}
