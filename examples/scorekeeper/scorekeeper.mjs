// Records markers of a game or match, also without a network: SERVER=… MARKERS=… TOKEN=… node scorekeeper.mjs
// Type one marker a line: its type, then fields as NAME=VALUE. For example: Start, or: Goal team=home
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

const {
  SERVER = 'http://127.0.0.1:8080',
  MARKERS = 'clubs/lakeside/games/under-lights/marker',
  TOKEN = '',
  QUEUE = 'queue.json',
} = process.env;

// The markers that the server has not stored yet. Each marker has its id from the beginning, so sending it twice counts once.
let queue = existsSync(QUEUE) ? JSON.parse(await readFile(QUEUE, 'utf8')) : [];
let isSending = false;
let failures = 0;

let saved = Promise.resolve();

/** Replaces the file in one step, so that a crash leaves the old or the new queue. One save comes after the other. */
function save() {
  saved = saved.then(async () => {
    await writeFile(`${QUEUE}.new`, JSON.stringify(queue));
    await rename(`${QUEUE}.new`, QUEUE);
  });
  return saved;
}

/** Sends the oldest marker. Returns how long to wait before the next, ms. */
async function sendOldest() {
  const [marker] = queue;
  let answer;
  try {
    answer = await fetch(`${SERVER}/api/v1/${MARKERS}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(marker),
      signal: AbortSignal.timeout(10_000),
    });
  } catch {
    failures += 1;
    if (failures === 1) console.log(`No network: ${queue.length} waiting.`);
    return Math.random() * Math.min(10_000, 500 * 2 ** failures);
  }
  // A proxy, or the sign-in page of a hotel, may answer in place of the server.
  const body = await answer.json().catch(() => null);
  const { error, hint, warnings = [] } = body ?? { error: 'no answer of the server.' };
  if (body === null || [401, 403, 408, 429].includes(answer.status) || answer.status >= 500) {
    failures += 1;
    if (failures === 1) console.log(`Not stored (${answer.status}): ${error ?? ''} ${queue.length} waiting.`);
    // Seconds, an hour at most. A date is not read.
    return 1_000 * Math.min(3_600, Math.max(1, Number(answer.headers.get('retry-after')) || 5));
  }
  failures = 0;
  queue = queue.slice(1);
  await save();
  if (answer.ok) console.log(`Stored: ${marker.type}`, ...warnings.map((warning) => JSON.stringify(warning)));
  else console.log(`Refused (${answer.status}): ${marker.type}. ${error ?? ''} ${hint ?? ''}`);
  return 0;
}

/** Sends one marker after the other, in the order in which they were typed. */
async function sendAll() {
  if (isSending) return;
  isSending = true;
  while (queue.length > 0) {
    const waitMs = await sendOldest();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  isSending = false;
}

void sendAll();
for await (const line of createInterface({ input: process.stdin })) {
  const [type, ...fields] = line.trim().split(/\s+/);
  if (type === '') continue;
  const more = Object.fromEntries(fields.map((field) => field.split('=', 2)));
  queue = [...queue, { id: randomUUID(), timestamp: new Date().toISOString(), type, ...more }];
  await save();
  void sendAll();
}
