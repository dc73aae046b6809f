// A full disk at the first start: a file system in memory of one page, in a mount namespace of its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from '../../src/cli/build.mjs';
import { makeFile } from '../../src/ops/make-file.ts';
import { hasSandbox } from '../support/sandbox.ts';

function ownFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'touchline-file-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

test('a file is made whole, for this user only, and kept when it exists', () => {
  const folder = ownFolder();
  const name = path.join(folder, 'secret');
  makeFile(name, 'first');
  makeFile(name, 'second');
  expect(readFileSync(name, 'utf8')).toBe('first');
  expect(statSync(name).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['secret']);
});

test.runIf(hasSandbox)(
  'rule OPS-5: a start on a full disk leaves no secret behind, and the next one makes it',
  async () => {
    await ensureBuilt();
    // Both starts are refused: the first one for the disk, the next one, after it has made the secret, for its settings.
    const steps = `
    mount -t tmpfs -o size=4k tmpfs "$TOUCHLINE_HOME"
    head -c 4096 /dev/zero > "$TOUCHLINE_HOME/other"
    "$@"
    ls "$TOUCHLINE_HOME"
    rm "$TOUCHLINE_HOME/other"
    "$@"
    wc -c "$TOUCHLINE_HOME"/*`;
    const start = [process.execPath, path.resolve(import.meta.dirname, '../../src/start.mjs')];
    const { stdout, stderr } = spawnSync('unshare', ['--mount', 'bash', '--norc', '-c', steps, 'bash', ...start], {
      env: { PATH: process.env['PATH'], TOUCHLINE_HOME: ownFolder(), WORKERS: '2' },
      encoding: 'utf8',
    });
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^TOUCHLINE_HOME must be a folder where the secret can be stored: ENOSPC: no space left/),
      expect.stringMatching(/^WORKERS needs DATABASE_URL/),
    ]);
    expect(stdout).toMatch(/^other\n68 \S+\/secret\n$/);
  },
);
