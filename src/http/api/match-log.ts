// The log of a game or match for its staff: each change with its token, its time and the state before and after it.
import { randomUUID } from 'node:crypto';
import { type MatchRef, parseChannel } from '../../../protocol/wire/ids.ts';
import { logLimitOf, logQuery } from '../../../protocol/rest/match-log.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { managesFixture, requireTokenCaller } from '../../auth/access.ts';
import { type Caller, spenderKey } from '../../auth/caller.ts';
import { channelForbidden } from '../../auth/access-problems.ts';
import { hidesNames, type Names, publicNamesOf } from '../../match/public-names.ts';
import type { Logged, States } from '../../match/replay.ts';
import { entryResource } from '../../resources/log-entry.ts';
import type { StoredEntry } from '../../store/log/read.ts';
import { notFound } from '../../ops/not-found.ts';
import { invalid, Problem } from '../../ops/problem.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { detailsOf } from '../core/json-body.ts';
import { type ChannelSources, readableChannel } from '../../live/readable-channel.ts';
import type { ReadTurns } from './read-turns.ts';
import { type LogStates, openLogStates, PAGE_LENGTH, type StateTexts } from './log-states.ts';

export type MatchLogDeps = ChannelSources & {
  readonly readEntries: (ref: MatchRef, after: number, limit: number) => Promise<readonly StoredEntry[]>;
  readonly readWholeLog: (ref: MatchRef, limit: number) => Promise<readonly Logged[]>;
};

/** Maximum log length for answers with states: each such answer reads and folds the whole log. */
const ENTRIES_MAX = 10_000;

export function openMatchLog(deps: MatchLogDeps, inReadTurn: ReadTurns) {
  const states = openLogStates(async (ref) => {
    const log = await deps.readWholeLog(ref, ENTRIES_MAX + 1);
    if (log.length > ENTRIES_MAX) throw tooLong();
    return log;
  });

  /** An API token that may read the channel may read its log, including the key of a club authorized for the match. */
  async function getMatchLog(exchange: Exchange, caller: Caller): Promise<Answer> {
    requireTokenCaller(caller);
    // Read now: the head of the request is gone after the first `await`.
    const query = exchange.query();
    const parsed = parseChannel(exchange.param('channel'));
    if (!parsed) throw notFound('Channel');
    if (!(await readableChannel(deps, () => caller, parsed))) throw channelForbidden(parsed.channel);
    if ('slug' in parsed) throw feedHasNone(parsed.kind);
    const asked = askedFor(query);
    const limit = logLimitOf(asked);
    const withState = asked.state === 'true';
    if (withState) states.requireRoom(spenderKey(caller));
    const found = await inReadTurn(caller, () => deps.readEntries(parsed.channel, asked.after, limit + 1));
    const names = await namesFor(caller, parsed.channel);
    const page = found.slice(0, limit);
    const around = withState ? await statesOf(parsed.channel, page, spenderKey(caller)) : null;
    const texts = withinPage(page, (entry) => entryText(entry, around && (around.get(entry.seq) ?? UNKNOWN), names));
    const entries = page.slice(0, texts.length);
    const next =
      found.length > entries.length ? pageAfter(parsed.channel, entries.at(-1)?.seq ?? 0, limit, withState) : null;
    const [head, rest] = [JSON.stringify({ channel: parsed.channel }).slice(0, -1), JSON.stringify({ next }).slice(1)];
    return {
      ...apiJson(200, null, next === null ? {} : { link: `<${next}>; rel="next"` }),
      body: `${head},"entries":[${texts.join(',')}],${rest}`,
    };
  }

  /** null: full names, for callers that manage the club or tournament (rule NAME-3). */
  async function namesFor(caller: Caller, ref: MatchRef): Promise<Names | null> {
    const fixture = (await deps.matchChannel(ref))?.match.fixture;
    if (!fixture || !hidesNames(fixture) || managesFixture(caller, fixture)) return null;
    return publicNamesOf(fixture);
  }

  async function statesOf(
    ref: MatchRef,
    entries: readonly StoredEntry[],
    client: string,
  ): ReturnType<LogStates['around']> {
    const [first] = entries;
    const last = entries.at(-1);
    if (!first || !last) return new Map();
    const found = await deps.matchChannel(ref, { seq: last.seq });
    if (!found) throw notFound('Channel');
    const position = `${found.channel.epoch()} ${found.match.seq} ${found.channel.newest().at}`;
    return states.around({ ref, match: found.match, position, after: first.seq - 1, count: entries.length, client });
  }

  return { getMatchLog };
}

/** The texts of the first entries, as many as fit into a page. States end with the same entry: each text has its states. */
function withinPage(entries: readonly StoredEntry[], textOf: (entry: StoredEntry) => string): readonly string[] {
  const texts: string[] = [];
  let length = 0;
  for (const entry of entries) {
    if (length >= PAGE_LENGTH) break;
    const text = textOf(entry);
    texts.push(text);
    length += text.length;
  }
  return texts;
}

const UNKNOWN: StateTexts = { before: null, after: null };
/** A placeholder in an entry for its states, which are JSON already. It is random, so no client can send it. */
const PLACE = randomUUID();

/** The entry as JSON. `around`: null unless states are requested. */
function entryText(entry: StoredEntry, around: StateTexts | null, names: Names | null): string {
  const placed = around && {
    before: around.before === null ? null : `${PLACE} before`,
    after: around.after === null ? null : `${PLACE} after`,
  };
  const text = JSON.stringify(entryResource(entry, (placed ?? undefined) as States | undefined, names));
  return text
    .replace(`"${PLACE} before"`, () => around?.before ?? '')
    .replace(`"${PLACE} after"`, () => around?.after ?? '');
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
