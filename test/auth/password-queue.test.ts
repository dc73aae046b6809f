// The line for password hashes: how many run, how many wait, and which address is next (rule LIMIT-11).
import { describe, expect, it } from 'vitest';
import { openPasswordQueue, PASSWORD_QUEUE } from '../../src/auth/password-queue.ts';
import { Problem } from '../../src/ops/problem.ts';

/** A computation that ends when the test says so. */
function openWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) =>
        ends.set(name, () => {
          resolve(name);
        }),
      );
    },
    end: (name: string): void => ends.get(name)?.(),
  };
}

describe('The line for password hashes (rule LIMIT-11)', () => {
  it('runs two at once and lets 16 wait, 8 of one address', () => {
    expect(PASSWORD_QUEUE).toEqual({ atOnce: 2, waiting: 16, waitingOfOne: 8, waitMs: 5_000 });
  });

  it('takes addresses in turn, however many one of them has waiting', async () => {
    const { begun, work, end } = openWork();
    const queue = openPasswordQueue({ atOnce: 1, waiting: 10, waitingOfOne: 5, waitMs: 60_000 });
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => queue.run(name.slice(0, 1), work(name)));
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end(name);
    }
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']);
    expect(queue.waiting()).toBe(0);
  });

  it('answers 503 with Retry-After at once when too many wait, in all or for one address', async () => {
    const { begun, work, end } = openWork();
    const queue = openPasswordQueue({ atOnce: 2, waiting: 3, waitingOfOne: 2, waitMs: 60_000 });
    const taken = ['a1', 'a2', 'a3', 'a4'].map((name) => queue.run('a', work(name)));
    const refused = await queue.run('a', work('a5')).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, hint: expect.any(String) });
    taken.push(queue.run('b', work('b1')));
    await expect(queue.run('c', work('c1'))).rejects.toMatchObject({ status: 503 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) {
      await expect.poll(() => begun).toContain(name);
      end(name);
    }
    expect(await Promise.all(taken)).toHaveLength(5);
    expect(begun).not.toContain('a5');
    expect(begun).not.toContain('c1');
  });

  it('refuses what has waited too long when its turn comes', async () => {
    const { begun, work, end } = openWork();
    const queue = openPasswordQueue({ atOnce: 1, waiting: 5, waitingOfOne: 5, waitMs: -1 });
    const none = queue.run('a', work('a1'));
    await expect(none).rejects.toMatchObject({ status: 503 });
    const patient = openPasswordQueue({ atOnce: 1, waiting: 5, waitingOfOne: 5, waitMs: 60_000 });
    const one = patient.run('a', work('a2'));
    await expect.poll(() => begun).toEqual(['a2']);
    end('a2');
    expect(await one).toBe('a2');
  });

  it('counts what a client has waited for before it came to the queue', async () => {
    const queue = openPasswordQueue();
    const late = queue.run('a', () => Promise.resolve('late'), performance.now() - 5_001);
    await expect(late).rejects.toMatchObject({ status: 503 });
    expect(await queue.run('a', () => Promise.resolve('in time'), performance.now() - 100)).toBe('in time');
  });

  it('goes on after a computation that failed', async () => {
    const queue = openPasswordQueue({ atOnce: 1, waiting: 5, waitingOfOne: 5, waitMs: 60_000 });
    const failed = queue.run('a', () => Promise.reject(new Error('no memory')));
    const next = queue.run('a', () => Promise.resolve('next'));
    await expect(failed).rejects.toThrow('no memory');
    expect(await next).toBe('next');
  });
});
