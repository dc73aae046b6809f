// A browser that has signed in to an account before is not locked out of it by other people (rule LIMIT-3).
import { afterAll, describe, expect, test } from 'vitest';
import { openKnownBrowsers } from '../../src/auth/known-browsers.ts';
import { openSignInNodes, statusesOf, trySignIn, wrongPasswords } from '../support/sign-in-tries.ts';
import { PASSWORD } from '../support/world/people.ts';
import { openVisitor, signIn } from '../support/visitor.ts';

const { gateway, other, sql, close } = await openSignInNodes();
afterAll(close);

const statusesAt = async (...tried: Parameters<typeof trySignIn>): Promise<number[]> =>
  statusesOf(await trySignIn(...tried));

describe('a browser that has signed in before', () => {
  const email = 'user1@example.org';
  const BROWSER = 'touchline_browser';
  /** Signed in and out again. */
  async function known() {
    const visitor = await signIn(gateway, email);
    await visitor.get('/sign-out');
    await visitor.post('/sign-out');
    expect([...visitor.cookies.keys()].sort()).toEqual([BROWSER, 'touchline_form']);
    return visitor;
  }
  const lockOut = async (): Promise<void> => {
    await statusesAt(gateway, email, wrongPasswords(10));
    for (const one of ['user2', 'user3', 'user4', 'user5'])
      await statusesAt(gateway, `${one}@example.org`, wrongPasswords(10));
  };

  test('rule LIMIT-3: is not locked out by wrong tries of others, of the same address either', async () => {
    await sql`delete from sign_in_tries`;
    const visitor = await known();
    await lockOut();
    expect(await statusesAt(gateway, email, [PASSWORD])).toEqual([429]);
    expect(await statusesAt(gateway, 'nobody@example.org', [PASSWORD])).toEqual([429]);
    await visitor.get('/sign-in');
    expect((await visitor.post('/sign-in', { email, password: PASSWORD })).status).toBe(303);
    // For another account it is a browser like any other.
    await visitor.get('/sign-out');
    await visitor.post('/sign-out');
    await visitor.get('/sign-in');
    expect((await visitor.post('/sign-in', { email: 'user2@example.org', password: PASSWORD })).status).toBe(429);
  });

  test('rule LIMIT-3: has 10 wrong tries of its own, on all nodes together', async () => {
    await sql`delete from sign_in_tries`;
    const visitor = await known();
    await lockOut();
    const elsewhere = openVisitor(other);
    elsewhere.cookies.set(BROWSER, visitor.cookies.get(BROWSER) ?? '');
    const answers: number[] = [];
    for (const [index, password] of [...wrongPasswords(10), PASSWORD].entries()) {
      const at = index % 2 === 0 ? visitor : elsewhere;
      await at.get('/sign-in');
      answers.push((await at.post('/sign-in', { email, password })).status);
    }
    expect(answers).toEqual([...Array<number>(10).fill(403), 429]);
  });

  test('keeps what it knows when a second person signs in', async () => {
    await sql`delete from sign_in_tries`;
    const visitor = await known();
    await visitor.get('/sign-in');
    await visitor.post('/sign-in', { email: 'user2@example.org', password: PASSWORD });
    await visitor.get('/sign-out');
    await visitor.post('/sign-out');
    await lockOut();
    for (const one of [email, 'user2@example.org']) {
      await visitor.get('/sign-in');
      expect((await visitor.post('/sign-in', { email: one, password: PASSWORD })).status).toBe(303);
      await visitor.get('/sign-out');
      await visitor.post('/sign-out');
    }
  });

  test('proves it by a cookie that only this service makes', async () => {
    await sql`delete from sign_in_tries`;
    const visitor = await known();
    const genuine = visitor.cookies.get(BROWSER) ?? '';
    await visitor.get('/sign-in');
    const answer = await visitor.post('/sign-in', { email, password: PASSWORD });
    expect(answer.headers.getSetCookie().find((line) => line.startsWith(BROWSER))).toMatch(
      /^touchline_browser=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
    );
    const session = visitor.cookies.get('touchline_session') ?? '';
    await lockOut();
    for (const cookie of [
      `${genuine}x`,
      'x',
      session,
      await openKnownBrowsers(['x'.repeat(32)]).remember(null, email),
    ]) {
      const thief = openVisitor(gateway);
      thief.cookies.set(BROWSER, cookie);
      await thief.get('/sign-in');
      expect((await thief.post('/sign-in', { email, password: PASSWORD })).status).toBe(429);
    }
  });
});
