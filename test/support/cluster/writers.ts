// Scorekeepers who do not give up: each does one thing after the other, to either node, and sends it again by its id until it
// is acknowledged.
import { API_ROOT } from '../../../protocol/wire/version.ts';
import type { Deed, MarkerBody } from './history.ts';
import { pause } from './processes.ts';
import type { Random } from './random.ts';
import type { Ground, World } from './world.ts';

export type Writers = {
  readonly deeds: readonly Deed[];
  readonly oddAnswers: readonly string[];
  /** Attempts so far, and how many were not answered or refused with 503. */
  counts(): { readonly attempts: number; readonly retries: number; readonly acknowledged: number };
  /** The longest that a node took for an answer, ms. */
  slowestAnswerMs(): number;
  /** Lets each finish what it is at, and resolves. */
  stop(): Promise<void>;
  /** Ends at once, acknowledged or not: the round has failed. */
  abandon(): void;
};

/** Nobody waits longer for one answer: the service promises 503 within 5 seconds. */
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

type Known = { readonly body: MarkerBody; readonly ground: Ground };
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
  /** Between two deeds of one writer, ms at most. */
  readonly pauseMs: number;
}): Writers {
  const { world, urls, pauseMs } = options;
  const deeds: Deed[] = [];
  const oddAnswers: string[] = [];
  let stopping = false;
  let abandoned = false;
  let attempts = 0;
  let retries = 0;
  let slowestAnswerMs = 0;
  /** Times are a second apart, so that nobody's marker is of the same moment. */
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

  function newBody(random: Random, ground: Ground): MarkerBody {
    at += 1_000;
    return {
      id: random.uuid(),
      type: random.pick(TYPES),
      timestamp: new Date(at).toISOString(),
      primary_player_pc_id: random.pick(ground.players),
    };
  }

  const posting = (ground: Ground, body: MarkerBody): Sent => ({
    method: 'POST',
    path: ground.post,
    token: ground.token,
    body,
  });

  function note(known: Known, does: Deed['does'], outcome: Outcome, body: MarkerBody | null): void {
    const { status } = outcome;
    // A deletion that was done by an attempt without an answer is 404 when it is repeated.
    const isDone = status < 300 || (does === 'delete' && status === 404 && outcome.attempts > 1);
    if (!isDone) oddAnswers.push(`${does} of ${known.body.id} in ${known.ground.ref}: ${status}`);
    deeds.push({
      ref: known.ground.ref,
      key: known.body.id.toLowerCase(),
      does,
      body,
      status,
      attempts: outcome.attempts,
    });
  }

  /** A new marker, sent to both nodes at once: exactly one of them may have created it. */
  async function recordTwice(random: Random, known: Known): Promise<boolean> {
    const sent = posting(known.ground, known.body);
    const [first, second] = [urls[0], urls.at(-1) ?? urls[0]];
    const statuses = await Promise.all([attempt(first, sent), attempt(second, sent)]);
    const created = statuses.filter((status) => status === 201).length;
    if (created > 1) oddAnswers.push(`${known.body.id} in ${known.ground.ref} was created twice.`);
    if (statuses.every((status) => status === 200 || status === 201)) {
      if (created !== 1) oddAnswers.push(`${known.body.id} in ${known.ground.ref} was created by nobody.`);
      note(known, 'record', { status: 201, attempts: 2, unanswered: 0 }, known.body);
      return true;
    }
    const outcome = await untilAnswered(random, sent);
    note(known, 'record', { ...outcome, attempts: outcome.attempts + 2 }, known.body);
    return false;
  }

  async function write(name: string): Promise<void> {
    const random = options.random.fork(name);
    /** Markers that are there, and of which no attempt is still on its way: what comes late would undo what came after. */
    const settled: Known[] = [];
    while (!stopping) {
      await pause(random.between(0, pauseMs));
      const draw = random.next();
      const index = settled.length === 0 || draw < 0.6 ? -1 : random.between(0, settled.length - 1);
      const known = settled[index];
      if (known === undefined) {
        const ground = random.pick(world.grounds);
        const fresh: Known = { ground, body: newBody(random, ground) };
        if (random.chance(0.2)) {
          if (await recordTwice(random, fresh)) settled.push(fresh);
          continue;
        }
        const outcome = await untilAnswered(random, posting(ground, fresh.body));
        note(fresh, 'record', outcome, fresh.body);
        if (outcome.unanswered === 0) settled.push(fresh);
      } else if (draw < 0.75) {
        note(known, 'repeat', await untilAnswered(random, posting(known.ground, known.body)), known.body);
      } else if (draw < 0.9 && known.ground.kind === 'game') {
        const body = { ...known.body, label: `take ${deeds.length}` };
        const outcome = await untilAnswered(random, posting(known.ground, body));
        note(known, 'update', outcome, body);
        settled.splice(index, 1, ...(outcome.unanswered === 0 ? [{ ...known, body }] : []));
      } else {
        const { markers, token } = known.ground;
        settled.splice(index, 1);
        const path = `${markers}/${known.body.id}`;
        note(known, 'delete', await untilAnswered(random, { method: 'DELETE', path, token, body: null }), null);
      }
    }
  }

  /** Each match is live before anything else happens, so that its heartbeats come every 5 seconds. */
  async function kickOff(): Promise<void> {
    const random = options.random.fork('kick-off');
    for (const ground of world.grounds) {
      const known: Known = { ground, body: { ...newBody(random, ground), type: 'Start' } };
      note(known, 'record', await untilAnswered(random, posting(ground, known.body)), known.body);
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
    deeds,
    oddAnswers,
    counts: () => ({ attempts, retries, acknowledged: deeds.length }),
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
