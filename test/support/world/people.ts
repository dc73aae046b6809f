// The people of the world.
import type { User } from './records.ts';

/** The password of every user. */
export const PASSWORD = 'correct horse battery staple';
/** The cost of its hash: a 128th of a real one, so that tests that sign in are quick. */
export const PASSWORD_COST = 1_024;
/** No import has to compute it. */
const PASSWORD_HASH = 'scrypt:1024:8:1:ioyzhS0gIXmsEbdUIL6z4w:Jw1ycFBMbrI-oDiwZ-_sVlyqNKUeO3ZyzN_ZF6QGOhU';

/** A user whose slug, address and password follow from the id and the name. */
export const user = (id: number, name: string, more: Partial<User> = {}): User => ({
  id,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  email: `user${id}@example.org`,
  password_hash: PASSWORD_HASH,
  ...more,
});

/** Users 1 to 5. */
export const users = (): User[] => [
  user(1, 'Ana Silva'),
  user(2, 'Rui Costa'),
  user(3, 'Eva Lopes'),
  user(4, 'Max Member'),
  user(5, 'Pia Admin', { is_admin: true }),
];

export const juniors = (): { id: number; name: string }[] => [{ id: 1, name: 'Kid One' }];
