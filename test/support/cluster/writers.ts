// Scorekeepers that retry: each sends one operation after the other to either node, and repeats it with its id until it is
// acknowledged.
import { API_ROOT } from '../../../protocol/wire/version.ts';
import type { Operation, MarkerBody } from './history.ts';
import { pause } from './processes.ts';
import type { Random } from './random.ts';
import type { MarkerTarget, World } from './world.ts';

export type Writers = {
  readonly operations: readonly Operation[];
  readonly oddAnswers: readonly string[];
  /** Attempts so far, and how many were not answered or refused with 503. */
  counts(): { readonly attempts: number; readonly retries: number; readonly acknowledged: number };
  /** The longest that a node took for an answer, ms. */
  slowestAnswerMs(): number;
  /** Lets each finish its current operation, and resolves. */
  stop(): Promise<void>;
  /** Ends at once, acknowledged or not: the round has failed. */
  abandon(): void;
};

/** The longest wait for one answer: the service promises 503 within 5 seconds. */
const GIVE_UP_MS = 6_000;
/** A retry comes after this, the next after twice that and so on, up to the most; a phone would wait longer. */
const RETRY_MS = 40;
const RETRY_MOST_MS = 240;

/** Not lifecycle markers that would end a match: the state goes on growing. */
const TYPES = [
  'Goal',
  'Goal',
  'Goal',
  'Shot',
  'Foul',
  'Save',
  'ChanceCreated',
  'YellowCard',
  'Break',
  'Resume',
] as const;

type Known = { readonly body: MarkerBody; readonly target: MarkerTarget };
type Sent = {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly token: string;
  readonly body: MarkerBody | null;
};
type Outcome = { readonly status: number; readonly attempts: number; readonly unanswered: number };

export function startWriters(options: {
  readonly count: number;
  readonly world: World;
  /** Addresses of the nodes; any takes any write. */
  readonly urls: readonly [string, ...string[]];
  readonly random: Random;
  /** Between two operations of one writer, ms at most. */
  readonly pauseMs: number;
}): Writers {
  const { world, urls, pauseMs } = options;
  const operations: Operation[] = [];
  const oddAnswers: string[] = [];
  let stopping = false;
  let abandoned = false;
  let attempts = 0;
  let retries = 0;
  let slowestAnswerMs = 0;
  /** Times are a second apart, so that no two markers have the same moment. */
  let at = Date.now() - 20_000_000;

  /** One attempt: the status, or null when there was no answer. */
  async function attempt(url: string, sent: Sent): Promise<number | null> {
    attempts += 1;
    const began = performance.now();
    try {
      const answer = await fetch(`${url}${API_ROOT}/${sent.path}`, {
        method: sent.method,
        headers: { authorization: `Bearer ${sent.token}`, 'content-type': 'application/json' },
        ...(sent.body === null ? {} : { body: JSON.stringify(sent.body) }),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      const text = await answer.text();
      slowestAnswerMs = Math.max(slowestAnswerMs, performance.now() - began);
      const { status } = answer;
      if (status === 503 && answer.headers.get('retry-after') === null)
        oddAnswers.push(`503 without Retry-After: ${text}`);
      if (status >= 300 && status !== 503 && status !== 404)
        oddAnswers.push(`${sent.method} ${sent.path}: ${status} ${text}`);
      return status;
    } catch (error) {
      // The node, or the way to it, is away: TypeError from fetch, or our own time limit.
      if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return null;
      throw error;
    }
  }

  /** Sends it until it is answered with something else than 503. */
  async function untilAnswered(random: Random, sent: Sent): Promise<Outcome> {
    let unanswered = 0;
    for (let tries = 1; ; tries += 1) {
      if (abandoned) throw new Error('The writers were abandoned.');
      const status = await attempt(random.pick(urls), sent);
      if (status !== null && status !== 503) return { status, attempts: tries, unanswered };
      if (status === null) unanswered += 1;
      retries += 1;
      await pause(Math.min(tries * RETRY_MS, RETRY_MOST_MS));
    }
  }

  function newBody(random: Random, target: MarkerTarget): MarkerBody {
    at += 1_000;
    return {
      id: random.uuid(),
      type: random.pick(TYPES),
      timestamp: new Date(at).toISOString(),
      primary_player_pc_id: random.pick(target.players),
    };
  }

  const posting = (target: MarkerTarget, body: MarkerBody): Sent => ({
    method: 'POST',
    path: target.post,
    token: target.token,
    body,
  });

  function note(known: Known, does: Operation['does'], outcome: Outcome, body: MarkerBody | null): void {
    const { status } = outcome;
    // A repeated deletion gets 404 when an unanswered attempt has done it.
    const isDone = status < 300 || (does === 'delete' && status === 404 && outcome.attempts > 1);
    if (!isDone) oddAnswers.push(`${does} of ${known.body.id} in ${known.target.ref}: ${status}`);
    operations.push({
      ref: known.target.ref,
      key: known.body.id.toLowerCase(),
      does,
      body,
      status,
      attempts: outcome.attempts,
    });
  }

  /** A new marker, sent to both nodes at once: exactly one of them may have created it. */
  async function recordTwice(random: Random, known: Known): Promise<boolean> {
    const sent = posting(known.target, known.body);
    const [first, second] = [urls[0], urls.at(-1) ?? urls[0]];
    const statuses = await Promise.all([attempt(first, sent), attempt(second, sent)]);
    const created = statuses.filter((status) => status === 201).length;
    if (created > 1) oddAnswers.push(`${known.body.id} in ${known.target.ref} was created twice.`);
    if (statuses.every((status) => status === 200 || status === 201)) {
      if (created !== 1) oddAnswers.push(`${known.body.id} in ${known.target.ref} was created on neither node.`);
      note(known, 'record', { status: 201, attempts: 2, unanswered: 0 }, known.body);
      return true;
    }
    const outcome = await untilAnswered(random, sent);
    note(known, 'record', { ...outcome, attempts: outcome.attempts + 2 }, known.body);
    return false;
  }

  async function write(name: string): Promise<void> {
    const random = options.random.fork(name);
    /** Stored markers without an attempt under way: a late attempt would undo later operations. */
    const settled: Known[] = [];
    while (!stopping) {
      await pause(random.between(0, pauseMs));
      const draw = random.next();
      const index = settled.length === 0 || draw < 0.6 ? -1 : random.between(0, settled.length - 1);
      const known = settled[index];
      if (known === undefined) {
        const target = random.pick(world.targets);
        const fresh: Known = { target, body: newBody(random, target) };
        if (random.chance(0.2)) {
          if (await recordTwice(random, fresh)) settled.push(fresh);
          continue;
        }
        const outcome = await untilAnswered(random, posting(target, fresh.body));
        note(fresh, 'record', outcome, fresh.body);
        if (outcome.unanswered === 0) settled.push(fresh);
      } else if (draw < 0.75) {
        note(known, 'repeat', await untilAnswered(random, posting(known.target, known.body)), known.body);
      } else if (draw < 0.9 && known.target.kind === 'game') {
        const body = { ...known.body, label: `take ${operations.length}` };
        const outcome = await untilAnswered(random, posting(known.target, body));
        note(known, 'update', outcome, body);
        settled.splice(index, 1, ...(outcome.unanswered === 0 ? [{ ...known, body }] : []));
      } else {
        const { markers, token } = known.target;
        settled.splice(index, 1);
        const path = `${markers}/${known.body.id}`;
        note(known, 'delete', await untilAnswered(random, { method: 'DELETE', path, token, body: null }), null);
      }
    }
  }

  /** Each match is live first, so that its heartbeats come every 5 seconds. */
  async function kickOff(): Promise<void> {
    const random = options.random.fork('kick-off');
    for (const target of world.targets) {
      const known: Known = { target, body: { ...newBody(random, target), type: 'Start' } };
      note(known, 'record', await untilAnswered(random, posting(target, known.body)), known.body);
    }
  }

  async function writeAll(): Promise<void> {
    await kickOff();
    await Promise.all(Array.from({ length: options.count }, (_, index) => write(`writer ${index}`)));
  }

  const all = writeAll();
  // Awaited in `stop`; until then a failure waits there.
  all.catch(() => undefined);
  return {
    operations,
    oddAnswers,
    counts: () => ({ attempts, retries, acknowledged: operations.length }),
    slowestAnswerMs: () => slowestAnswerMs,
    async stop() {
      stopping = true;
      await all;
    },
    abandon() {
      stopping = true;
      abandoned = true;
    },
  };
}
