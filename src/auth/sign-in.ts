// Whose e-mail address and password these are. Nobody can tell from the answer or its time whether there is such an
// address: a password is always computed.
import type { Log } from '../log.ts';
import type { Person } from '../store/people.ts';

export type SignInDeps = {
  /** All who have this e-mail address. */
  readonly findPeople: (email: string) => Promise<readonly Person[]>;
  /** Whether the password is the one hashed; takes as long for a `stored` of null, and is then false. */
  readonly isPassword: (password: string, stored: string | null) => Promise<boolean>;
  readonly log: Log;
};

/** Null when they are nobody's, also where two people with passwords have the same address: which one would it be? */
export async function findSignedIn(deps: SignInDeps, email: string, password: string): Promise<Person | null> {
  const people = (await deps.findPeople(email.trim())).filter(({ passwordHash }) => passwordHash !== null);
  const [person] = people;
  if (people.length > 1) {
    const users = people.map(({ id }) => id);
    deps.log.warn({ users }, 'several users have the same e-mail address: none of them can sign in');
  }
  const only = people.length === 1 ? person : undefined;
  const isRight = await deps.isPassword(password, only?.passwordHash ?? null);
  return isRight && only !== undefined ? only : null;
}
