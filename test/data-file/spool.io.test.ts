// An export whose file cannot be written is refused with a reason, not with a fault of ours.
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { spooled } from '../../src/data-file/spool.ts';
import { createHome } from '../support/database.ts';

afterEach(() => void vi.unstubAllEnvs());

test('a folder for temporary files that takes no file is 503, with what to do', async () => {
  const { home, remove } = await createHome();
  vi.stubEnv('TMPDIR', home);
  expect(await text(await spooled((write) => write('all')))).toBe('all');
  vi.stubEnv('TMPDIR', path.join(home, 'missing'));
  await expect(spooled((write) => write('all'))).rejects.toMatchObject({
    status: 503,
    hint: expect.stringContaining('TMPDIR') as unknown,
    cause: { code: 'ENOENT' },
  });
  await remove();
});

test('an error of what is exported stays as it is', async () => {
  const error = Object.assign(new Error('refused'), { code: '53100' });
  await expect(spooled(() => Promise.reject(error))).rejects.toBe(error);
});
