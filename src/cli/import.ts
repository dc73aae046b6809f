// `npm run import`: posts a data file to a running server and prints the result. Exits with 0 when the file is applied, 1
// when the server rejects it or cannot be reached, 2 when the command or the file is wrong.
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { environment, loadClientSettings } from '../config.ts';
import { problemBodySchema } from '../../protocol/rest/problem.ts';

const USAGE = `Usage: npm run import -- FILE [--url URL] [--token TOKEN]

Applies a data file to a running server: completely, or not at all if it has a mistake. Applying it again changes nothing.

  --url URL      address of the server (default: PUBLIC_URL, else http://HOST:PORT)
  --token TOKEN  the admin token (default: TOUCHLINE_ADMIN_TOKEN, which keeps it out of the shell's history)`;

/** Size limit of the server. */
const SIZE_MAX = 64 * 1024 * 1024;
const CHUNK = 256 * 1024;
const MIB = 1024 * 1024;

type Options = { readonly file: string; readonly url: string; readonly token: string };
type Wrong = { readonly problem: string };

async function main(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const options = readOptions(argv);
  if ('problem' in options) {
    console.error(`${options.problem}\n\n${USAGE}`);
    return 2;
  }
  const body = await readDataFile(options.file);
  if ('problem' in body) {
    console.error(body.problem);
    return 2;
  }
  const progress = openProgress();
  try {
    const answer = await send(options, body, progress);
    progress.end();
    return printAnswer(options, answer);
  } catch (error) {
    progress.end();
    console.error(`${options.url} cannot be reached: ${reasonOf(error)}.`);
    if (progress.hasSent()) console.error('The server may still have applied the file. It is safe to import it again.');
    return 1;
  }
}

function readOptions(argv: readonly string[]): Options | Wrong {
  const settings = loadClientSettings(environment());
  if ('problem' in settings) return settings;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { url: { type: 'string' }, token: { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) return { problem: 'Name one data file.' };
    const url = values.url ?? settings.url;
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
      return { problem: `--url must be an address that begins with http:// or https://; ${url} does not.` };
    }
    const token = values.token ?? settings.adminToken;
    if (!token) return { problem: 'The admin token is missing: set TOUCHLINE_ADMIN_TOKEN, or give --token.' };
    return { file, url: url.replace(/\/+$/, ''), token };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}

/** Checks the file before sending it: up to 64 MiB need not travel if it is not JSON. */
async function readDataFile(file: string): Promise<Buffer | Wrong> {
  try {
    const body = await readFile(file);
    if (body.length > SIZE_MAX) {
      return {
        problem: `${file} has ${mib(body.length)}; the limit is ${mib(SIZE_MAX)}. Split it into several files.`,
      };
    }
    JSON.parse(body.toString('utf8'));
    return body;
  } catch (error) {
    const what = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    return { problem: `${file} ${what}: ${reasonOf(error)}` };
  }
}

type Answered = { readonly status: number; readonly text: string };

function send({ url, token }: Options, body: Buffer, progress: Progress): Promise<Answered> {
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
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', reject);
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') });
      });
    });
    const writeFrom = (at: number): void => {
      progress.sent(at, body.length);
      if (at >= body.length) {
        request.end();
        return;
      }
      const next = Math.min(at + CHUNK, body.length);
      request.write(body.subarray(at, next), (error) => {
        // The server may reject the file before the last byte; then its answer is read.
        if (!error) writeFrom(next);
      });
    };
    writeFrom(0);
  });
}

const countsSchema = z.record(
  z.string(),
  z.object({ created: z.number(), updated: z.number(), unchanged: z.number() }),
);

function printAnswer({ url, file }: Options, { status, text }: Answered): number {
  const answer = parsed(text);
  if (status === 200) {
    const counts = countsSchema.safeParse(answer);
    console.log(counts.success ? tableOf(counts.data) : text);
    return 0;
  }
  const problem = problemBodySchema.safeParse(answer);
  if (!problem.success) {
    console.error(`${url} answered ${status}. This is not an answer of a Touchline server.`);
    return 1;
  }
  const { error, hint, details = [] } = problem.data;
  console.error(status === 422 ? `${file}: ${error}` : `${url} answered ${status}: ${error}`);
  for (const { path, message } of details) console.error(`  ${path === '' ? '(the file)' : path}: ${message}`);
  if (hint !== undefined && details.length === 0) console.error(hint);
  return 1;
}

function tableOf(counts: z.infer<typeof countsSchema>): string {
  const columns = ['created', 'updated', 'unchanged'] as const;
  const rows = [
    ['', ...columns],
    ...Object.entries(counts).map(([entity, count]) => [entity, ...columns.map((column) => String(count[column]))]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const cell = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart((widths[column] ?? 0) + 2);
  return rows.map((row) => row.map(cell).join('')).join('\n');
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};

const mib = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;

type Progress = {
  sent(bytes: number, total: number): void;
  /** Whether any byte was sent. */
  hasSent(): boolean;
  end(): void;
};

/**
 * Shows the progress known here: bytes sent, then seconds of waiting. A terminal shows one changing line; elsewhere a line is
 * printed every 5 seconds.
 */
function openProgress(): Progress {
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
    hasSent: () => hasSent,
    sent(bytes, total) {
      hasSent ||= bytes > 0;
      line =
        bytes < total ? `sending ${mib(bytes)} of ${mib(total)} …` : `sent ${mib(total)}, waiting for the server …`;
    },
    end() {
      clearInterval(timer);
      if (stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}

// At the end of the file, because everything above must be initialised.
process.exitCode = await main(process.argv.slice(2));
