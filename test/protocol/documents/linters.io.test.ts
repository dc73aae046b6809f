// The documents of the interface are valid by the rules of their own tools, which are large programs.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Parser } from '@asyncapi/parser';
import { expect, test } from 'vitest';
import { asyncApiDocument } from '../../../protocol/documents/asyncapi.ts';
import { openApiDocument } from '../../../protocol/documents/openapi.ts';

/** Severity of a diagnostic: errors, not advice. */
const ERROR = '0';
const BASE = 'https://scores.example';
const openapi = openApiDocument(BASE);
const asyncapi = asyncApiDocument(BASE);

test('the OpenAPI document passes the linter, with its recommended rules, without an error or a warning', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'touchline-openapi-'));
  const file = path.join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(openapi));
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
    'bin/cli.js',
  );
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [cli, 'lint', '--extends', 'recommended', '--format', 'json', file],
    { cwd: folder, env },
  );
  await rm(folder, { recursive: true, force: true });
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { totals: unknown; problems: unknown[] };
  expect(report.problems).toEqual([]);
  expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
});

test('the AsyncAPI document is valid', async () => {
  const { document, diagnostics } = await new Parser().parse(JSON.stringify(asyncapi));
  // Other diagnostics are advice (there is a newer AsyncAPI version), not errors.
  expect(diagnostics.filter(({ severity }) => `${severity}` === ERROR)).toEqual([]);
  expect(document?.version()).toBe('3.0.0');
  expect(document?.servers().get('gateway')?.url()).toBe('wss://scores.example/');
});
