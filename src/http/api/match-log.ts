// The log of a game or match for its staff: each change with its token, its time and the state before and after it.
import { type MatchRef, parseChannel } from '../../../protocol/wire/ids.ts';
import { logLimitOf, logQuery } from '../../../protocol/rest/match-log.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { requireTokenCaller } from '../../auth/access.ts';
import type { Caller } from '../../auth/caller.ts';
import { channelForbidden } from '../../auth/access-problems.ts';
import { type Logged, type States, statesAround } from '../../match/replay.ts';
import { entryResource } from '../../resources/log-entry.ts';
import type { StoredEntry } from '../../store/log/read.ts';
import { invalid, notFound, Problem } from '../../ops/problem.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Callers } from '../core/callers.ts';
import type { Exchange } from '../core/exchange.ts';
import { detailsOf } from '../core/json-body.ts';
import { type LiveDeps, readableChannel } from './live.ts';

export type MatchLogDeps = Pick<LiveDeps, 'mayRead' | 'feedChannel'> & {
  /** Loads the match if needed, and catches it up to at least `seq`. Throws Problem 503. */
  readonly matchChannel: (ref: MatchRef, seq?: number) => ReturnType<LiveDeps['matchChannel']>;
  readonly readEntries: (ref: MatchRef, after: number, limit: number) => Promise<readonly StoredEntry[]>;
  readonly readWholeLog: (ref: MatchRef, limit: number) => Promise<readonly Logged[]>;
};

/** Maximum log length for answers with states: each such answer reads and folds the whole log. */
const ENTRIES_MAX = 10_000;

export function openMatchLog(deps: MatchLogDeps, callers: Callers) {
  const getLog = async (exchange: Exchange): Promise<Answer> => {
    // Read the query first: the request head is gone after the `await`.
    const query = exchange.query();
    return logFor(await callers.callerOf(exchange), exchange.param('channel'), query);
  };

  /** An API token that may read the channel may read its log, including the key of a club authorized for the match. */
  async function logFor(caller: Caller, channel: string, query: URLSearchParams): Promise<Answer> {
    requireTokenCaller(caller);
    const parsed = parseChannel(channel);
    if (!parsed) throw notFound('Channel');
    if (!(await readableChannel(deps, caller, parsed))) throw channelForbidden(parsed.channel);
    if ('slug' in parsed) throw feedHasNone(parsed.kind);
    const asked = askedFor(query);
    const limit = logLimitOf(asked);
    const found = await deps.readEntries(parsed.channel, asked.after, limit + 1);
    const entries = found.slice(0, limit);
    const withState = asked.state === 'true';
    const states = withState ? await statesOf(parsed.channel, entries) : null;
    return apiJson(200, {
      channel: parsed.channel,
      entries: entries.map((entry) =>
        entryResource(entry, states === null ? undefined : (states.get(entry.seq) ?? { before: null, after: null })),
      ),
      next: found.length > limit ? pageAfter(parsed.channel, entries.at(-1)?.seq ?? 0, limit, withState) : null,
    });
  }

  async function statesOf(ref: MatchRef, entries: readonly StoredEntry[]): Promise<ReadonlyMap<number, States>> {
    const [first] = entries;
    const last = entries.at(-1);
    if (!first || !last) return new Map();
    const found = await deps.matchChannel(ref, last.seq);
    const log = await deps.readWholeLog(ref, ENTRIES_MAX + 1);
    if (!found || log.length > ENTRIES_MAX) throw tooLong();
    return statesAround(found.match, log, first.seq - 1, entries.length);
  }

  return { getLog };
}

/** Throws Problem 422 with the place. */
function askedFor(query: URLSearchParams) {
  const parsed = logQuery.safeParse(Object.fromEntries(query));
  if (!parsed.success) throw invalid(detailsOf(parsed.error.issues), 'The query is not valid.');
  return parsed.data;
}

const pageAfter = (ref: MatchRef, seq: number, limit: number, withState: boolean): string =>
  `${API_ROOT}/live/${ref}/log?after=${seq}&limit=${limit}${withState ? '&state=true' : ''}`;

const feedHasNone = (kind: 'club' | 'tournament'): Problem =>
  new Problem(422, `The feed of a ${kind} has no log.`, {
    hint: `Each of its ${kind === 'club' ? 'games' : 'matches'} has one: ask for ${kind === 'club' ? 'game' : 'match'}:ID.`,
    details: [{ path: 'channel', message: 'Must be game:ID or match:ID.' }],
  });

const tooLong = (): Problem =>
  new Problem(422, `The log has more than ${ENTRIES_MAX} entries: states are not available.`, {
    hint: 'Ask again without state.',
    details: [{ path: 'state', message: 'Must be false for a log of this length.' }],
  });
