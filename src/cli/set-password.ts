// `npm run set-password -- EMAIL`: gives a user a password to sign in with, straight in the database, so that nobody needs
// one before. Exits with 0 when it is set, 1 when it is not, 2 when the command is wrong.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { environment, loadStoreSettings } from '../config.ts';
import { createLogger } from '../ops/logger.ts';
import { openStore, type Sql } from '../store/driver/open.ts';
import { hashPassword } from '../auth/passwords.ts';
import { findPeople, type Person, setPassword } from '../store/people.ts';

const USAGE = `Usage: npm run set-password -- EMAIL

Sets the password with which the user of this e-mail address signs in, and ends the user's sessions. Asks for it, or reads
the first line of what is piped in: npm run -s set-password -- ana@example.org < password.txt

It works on the database of DATABASE_URL, else on the embedded one in TOUCHLINE_HOME, whose server must be stopped.`;

/** Characters. */
const PASSWORD_MIN = 10;
const PASSWORD_MAX = 1_024;

/** Something that the person at the keyboard can put right; said without a stack. */
class Refused extends Error {}

async function main(argv: readonly string[]): Promise<number> {
  const [email, ...others] = argv;
  if (email === '--help') {
    console.log(USAGE);
    return 0;
  }
  if (email === undefined || others.length > 0 || !email.includes('@')) {
    console.error(`Name one e-mail address.\n\n${USAGE}`);
    return 2;
  }
  try {
    const { name } = await change(email);
    console.log(`The password of ${name} (${email}) is set. Whoever was signed in with the old one is signed out.`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function change(email: string): Promise<Person> {
  const settings = loadStoreSettings(environment());
  if ('problem' in settings) throw new Refused(settings.problem);
  const { databaseUrl, home } = settings;
  // Opening it would make an empty one.
  if (databaseUrl === null && !existsSync(path.join(home, 'embedded'))) {
    throw new Refused(
      `There is no database in ${home}. Start the server once, or name its place in TOUCHLINE_HOME or DATABASE_URL.`,
    );
  }
  const store = await openStore({ databaseUrl, home, log: createLogger('silent'), startForMs: 0 });
  try {
    const person = await onlyPerson(store.sql, email);
    const password = process.stdin.isTTY ? await askTwice() : await pipedIn();
    await setPassword(store.sql, person.id, await hashPassword(checked(password)));
    return person;
  } finally {
    await store.close();
  }
}

async function onlyPerson(sql: Sql, email: string): Promise<Person> {
  const people = await findPeople(sql, email.trim().normalize('NFKC').toLowerCase());
  const [person] = people;
  if (person === undefined) {
    throw new Refused(`No user has the e-mail address ${email}. Users come in by a data file: npm run import -- FILE.`);
  }
  if (people.length > 1) {
    const them = people.map(({ id, name }) => `${name} (id ${id})`).join(', ');
    throw new Refused(
      `${people.length} users have the e-mail address ${email}: ${them}. Give them different ones in a data file first; otherwise none of them can sign in.`,
    );
  }
  return person;
}

function checked(password: string): string {
  if (password.length < PASSWORD_MIN) {
    throw new Refused(`The password is too short: it needs ${PASSWORD_MIN} characters. It was not changed.`);
  }
  if (password.length > PASSWORD_MAX) {
    throw new Refused(`The password is too long: it may have ${PASSWORD_MAX} characters. It was not changed.`);
  }
  return password;
}

const pipedIn = async (): Promise<string> => (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '';

async function askTwice(): Promise<string> {
  const password = checked(await ask('New password: '));
  if ((await ask('Once more: ')) !== password) {
    throw new Refused('The two are not the same. The password was not changed.');
  }
  return password;
}

/** One line from the terminal, which does not show it. */
async function ask(question: string): Promise<string> {
  const unseen = new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  // Only now does the terminal no longer show what is typed.
  process.stderr.write(question);
  try {
    return await new Promise((resolve, reject) => {
      terminal.once('close', () => {
        reject(new Refused('The password was not changed.'));
      });
      terminal.question('').then(resolve, reject);
    });
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

process.exitCode = await main(process.argv.slice(2));
