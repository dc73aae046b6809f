// `npm run erase-user`: erases a person on a running server, which tells the other nodes. Exits with 0 when the person is
// erased, 1 when the server refuses or cannot be reached, 2 when the command is wrong.
import { z } from 'zod';
import { problemBodySchema } from '../../protocol/rest/problem.ts';
import { parseJson } from '../ops/json.ts';
import { CommandError, networkReason, readAdminOptions, runCommand, UsageError } from './command.ts';
import { readId } from '../../protocol/wire/ids.ts';

const USAGE = `Usage: npm run erase-user -- ID [--url URL] [--token TOKEN]

Erases a person on a running server, on all its nodes at once. The user becomes "Deleted player", also in the log and in goal
lists; statistics stay. E-mail address, password, rights, apps and tokens of the person are deleted. This cannot be undone.

  ID             the id of the user, as in the data file
  --url URL      address of the server (default: PUBLIC_URL, else http(s)://HOST:PORT)
  --token TOKEN  the admin token (default: TOUCHLINE_ADMIN_TOKEN, which keeps it out of the shell's history)`;

await runCommand(USAGE, async (argv) => {
  const { subject: id, url, token } = readAdminOptions(argv, 'Name one user id.');
  if (readId(id) === null) throw new UsageError('Name one user id.');
  const { status, body } = await erase(id, url, token);
  const erased = z.object({ matches: z.int() }).safeParse(body);
  if (status === 200 && erased.success) {
    return (
      `User ${id} is erased. ${erased.data.matches} games and matches changed.\n` +
      'Importing an older data file brings the name back: change that too.'
    );
  }
  const problem = problemBodySchema.safeParse(body);
  if (!problem.success)
    throw new CommandError(`${url} answered ${status}. This is not an answer of a Touchline server.`);
  if (status === 404) throw new CommandError(`There is no user with the id ${id}.`);
  const { error, hint } = problem.data;
  throw new CommandError(`${url} answered ${status}: ${error}${hint === undefined ? '' : `\n${hint}`}`);
});

async function erase(id: string, url: string, token: string): Promise<{ status: number; body: unknown }> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api/admin/users/${id}`, { method: 'DELETE', headers });
    return { status: answer.status, body: parseJson(await answer.text()) };
  } catch (error) {
    const reason = networkReason(error);
    throw new CommandError(`${url} cannot be reached: ${reason}. It is safe to run the command again.`);
  }
}
