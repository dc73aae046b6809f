// `npm run import`: posts a data file to a running server and prints the result. Exits with 0 when the file is applied, 1
// when the server rejects it or cannot be reached, 2 when the command or the file is wrong.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { z } from 'zod';
import { type AdminOptions, CommandError, messageOf, networkReason, readAdminOptions, runCommand } from './command.ts';
import { checkDataFile, partsOf } from '../data-file/parts.ts';
import { parseJson } from '../ops/json.ts';
import { utf8Parts, utf8Text } from '../ops/utf8.ts';
import { problemBodySchema } from '../../protocol/rest/problem.ts';

const USAGE = `Usage: npm run import -- FILE [--url URL] [--token TOKEN]

Applies a data file to a running server: completely, or not at all if it has a mistake. Applying it again changes nothing.
A file of more than 64 MiB, such as a large export, is applied in parts: each of them completely, or not at all.

  --url URL      address of the server (default: PUBLIC_URL, else http(s)://HOST:PORT)
  --token TOKEN  the admin token (default: TOUCHLINE_ADMIN_TOKEN, which keeps it out of the shell's history)`;

const MIB = 1024 * 1024;
/** Size limit of the server. */
const SIZE_MAX_BYTES = 64 * MIB;
/** A larger file is applied in parts of this size. */
const PART_BYTES = 16 * MIB;
/** What is written at a time; the progress is shown after each. */
const CHUNK_BYTES = 256 * 1024;

/** What is sent: the whole file, or the parts of a large one. A file that is not JSON need not travel. Throws CommandError. */
async function readParts(file: string): Promise<readonly Buffer[] | AsyncIterable<string>> {
  try {
    const { size } = await stat(file);
    if (size > SIZE_MAX_BYTES) return partsOf(textIn(file), PART_BYTES, await checkDataFile(textIn(file)));
    // Read once: it may be a pipe.
    const body = await readFile(file);
    JSON.parse(utf8Text(body));
    return [body];
  } catch (error) {
    const isRead = error instanceof Error && 'code' in error;
    if (!isRead && !(error instanceof SyntaxError))
      throw new CommandError(`${file} is no data file: ${messageOf(error)}.`, 2);
    const what = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new CommandError(`${file} ${what}: ${messageOf(error)}`, 2);
  }
}

const textIn = (file: string): AsyncIterable<string> => utf8Parts(createReadStream(file));

type Answered = { readonly status: number; readonly text: string };

function send({ url, token }: AdminOptions, body: Buffer, progress: Progress): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const client = url.startsWith('https:') ? https : http;
    const request = client.request(`${url}/api/admin/import`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    request.on('error', reject);
    request.once('response', (response) => {
      textOf(response).then((text) => {
        resolve({ status: response.statusCode ?? 0, text });
      }, reject);
    });
    const writeFrom = (at: number): void => {
      progress.sent(at, body.length);
      if (at >= body.length) {
        request.end();
        return;
      }
      const next = Math.min(at + CHUNK_BYTES, body.length);
      request.write(body.subarray(at, next), (error) => {
        // The server may reject the file before the last byte; then its answer is read.
        if (!error) writeFrom(next);
      });
    };
    writeFrom(0);
  });
}

const countSchema = z.object({ created: z.number(), updated: z.number(), unchanged: z.number() });
const answerSchema = z.object({ scores_kept: z.number().optional() }).catchall(countSchema);
type Imported = z.infer<typeof answerSchema>;

/** Throws CommandError when the server rejects the file. */
function resultOf({ url, subject: file }: AdminOptions, { status, text }: Answered): Imported {
  const answer = parseJson(text);
  if (status === 200) {
    const imported = answerSchema.safeParse(answer);
    if (imported.success) return imported.data;
  }
  const problem = problemBodySchema.safeParse(answer);
  if (!problem.success)
    throw new CommandError(`${url} answered ${status}. This is not an answer of a Touchline server.`);
  const { error, hint, details = [] } = problem.data;
  const places = details.map(({ path, message }) => `  ${path === '' ? '(the file)' : path}: ${message}`);
  const lines = places.length > 0 || hint === undefined ? places : [hint];
  throw new CommandError([`${status === 422 ? file : `${url} answered ${status}`}: ${error}`, ...lines].join('\n'));
}

/** The sum of both. */
function added(all: Imported, { scores_kept: kept = 0, ...counts }: Imported): Imported {
  const { scores_kept: keptBefore = 0, ...sums } = all;
  for (const [entity, { created, updated, unchanged }] of Object.entries(counts)) {
    const before = sums[entity] ?? { created: 0, updated: 0, unchanged: 0 };
    sums[entity] = {
      created: before.created + created,
      updated: before.updated + updated,
      unchanged: before.unchanged + unchanged,
    };
  }
  return Object.assign(sums, { scores_kept: kept + keptBefore });
}

function textOfResult({ scores_kept: kept = 0, ...counts }: Imported): string {
  return tableOf(counts) + (kept === 0 ? '' : `\nScores left alone, because the match has markers: ${kept}`);
}

function tableOf(counts: Readonly<Record<string, z.infer<typeof countSchema>>>): string {
  const columns = ['created', 'updated', 'unchanged'] as const;
  const width = Math.max(...Object.keys(counts).map((entity) => entity.length));
  const row = (entity: string, cells: readonly string[]): string =>
    entity.padEnd(width) + cells.map((cell) => cell.padStart(12)).join('');
  const rows = Object.entries(counts).map(([entity, count]) => {
    const cells = columns.map((column) => String(count[column]));
    return row(entity, cells);
  });
  return [row('', columns), ...rows].join('\n');
}

/** Errors of sockets and files have a code; a file that cannot be split has none. */
const isNetworkError = (error: unknown): boolean => error instanceof Error && 'code' in error;

const mib = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;

type Progress = ReturnType<typeof openProgress>;

/**
 * Shows the progress known here: bytes sent, then seconds of waiting. A terminal shows one changing line; elsewhere a line is
 * printed every 5 seconds.
 */
function openProgress() {
  const { stderr } = process;
  const started = performance.now();
  let line = 'connecting …';
  let hasSent = false;
  let printedAt = started;
  const print = (): void => {
    const seconds = ((performance.now() - started) / 1_000).toFixed(0);
    if (stderr.isTTY) stderr.write(`\r\x1b[K${line} ${seconds} s`);
    else if (performance.now() - printedAt > 5_000) {
      printedAt = performance.now();
      stderr.write(`${line} ${seconds} s\n`);
    }
  };
  const timer = setInterval(print, 250);
  return {
    /** Whether any byte was sent. */
    hasSent: () => hasSent,
    sent(bytes: number, total: number): void {
      hasSent ||= bytes > 0;
      line =
        bytes < total ? `sending ${mib(bytes)} of ${mib(total)} …` : `sent ${mib(total)}, waiting for the server …`;
    },
    end(): void {
      clearInterval(timer);
      if (stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}

// At the end of the file, because everything above must be initialised.
await runCommand(USAGE, async (argv) => {
  const options = readAdminOptions(argv, 'Name one data file.');
  const { subject: file, url } = options;
  const texts = await readParts(file);
  const progress = openProgress();
  let parts = 0;
  try {
    let all: Imported = {};
    for await (const part of texts) {
      const body = Buffer.from(part);
      all = added(all, resultOf(options, await send(options, body, progress)));
      parts += 1;
    }
    return textOfResult(all);
  } catch (error) {
    const applied = parts === 0 ? '' : `\nThe ${parts} parts before are applied. It is safe to import the file again.`;
    if (error instanceof CommandError) throw new CommandError(error.message + applied, error.exitCode);
    if (!isNetworkError(error)) throw new CommandError(`${file}: ${messageOf(error)}.${applied}`, 2);
    const maybe = 'The server may still have applied the file. It is safe to import it again.';
    const reason = `${url} cannot be reached: ${networkReason(error)}.`;
    throw new CommandError(progress.hasSent() ? `${reason}\n${maybe}` : reason);
  } finally {
    progress.end();
  }
});
