// What the director sees and does: the match and what is on air, live, and the requests that change it.
import type { AirChange } from '../../../protocol/rest/air.ts';
import { type Facts, NO_FACTS } from '../../../protocol/rest/facts.ts';
import type { BoardState } from '../../../protocol/wire/board.ts';
import { API_ROOT } from '../../../protocol/wire/version.ts';
import { watchChannel } from '../shared/channel-view.ts';
import { fetchFacts } from '../shared/facts.ts';
import { type FollowRejection, liveUrl } from '../shared/follow.ts';
import { isBoards } from '../shared/match-events.ts';
import { observable } from '../shared/observable.ts';
import { currentPairing, openOnAir } from '../shared/on-air.ts';
import { openShowQueue } from '../shared/shows.ts';
import type { AirWords } from '../shared/lang/air/en.ts';
import { messageOf } from './matches.ts';
import type { Rest } from './rest.ts';

/** How long an overlay shows a banner, unless its address says otherwise, ms. */
const BANNER_MS = 8_000;
/** A change without an answer is given up after this time, ms: the next one waits for it. */
const ANSWER_MS = 4_000;
/** Facts that did not come are asked for again after this time, ms. */
const FACTS_AGAIN_MS = 10_000;

type DirectorView = {
  readonly state: BoardState | null;
  readonly facts: Facts;
  readonly rejection: FollowRejection | null;
};

export type Director = ReturnType<typeof openDirector>;

/** Follows the match until closed. */
export function openDirector({ rest, token, channel }: { rest: Rest; token: string; channel: string }) {
  const view = observable<DirectorView>({ state: null, facts: NO_FACTS, rejection: null });
  /** Why the last request changed nothing; null when it did. */
  const problem = observable<string | null>(null);
  const banners = openShowQueue({
    holdMs: BANNER_MS,
    wants: ({ matchId }, state) => isBoards(state) && currentPairing(state, undefined) === matchId,
  });
  const onAir = openOnAir({ delayMs: 0, now: () => follower.now(), onBannersOff: banners.clear });
  const follower = watchChannel({
    token,
    channel,
    delayMs: 0,
    url: liveUrl(location, API_ROOT),
    onAir: onAir.add,
    onView({ state, rejection, events }) {
      if (state !== null) banners.update(state, events);
      view.set({ ...view.get(), state: state !== null && isBoards(state) ? state : null, rejection });
      if (events.some(({ kind }) => kind === 'edited')) void readFacts();
    },
    onReplaced: () => void readFacts(),
  });

  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Without facts most panels cannot be brought on air. */
  async function readFacts(): Promise<void> {
    const facts = await fetchFacts(`/screen/${channel}/facts`, { authorization: `Bearer ${token}` });
    clearTimeout(timer);
    if (facts !== null) view.set({ ...view.get(), facts });
    else if (!isClosed) timer = setTimeout(() => void readFacts(), FACTS_AGAIN_MS);
  }
  void readFacts();

  /** What was changed while a request was on its way: two requests at once may arrive in any order. */
  let waiting: AirChange | null = null;
  let isSending = false;
  async function sendWaiting(words: AirWords): Promise<void> {
    isSending = true;
    try {
      while (waiting !== null) {
        const body: AirChange = waiting;
        waiting = null;
        await send(body, words);
      }
    } finally {
      isSending = false;
    }
  }
  async function send(body: AirChange, words: AirWords): Promise<void> {
    const answer = await rest.patch(`/live/${channel}/air`, body, ANSWER_MS);
    if (answer.kind === 'unreachable') problem.set(words.unreachable);
    else if (answer.status === 200) problem.set(null);
    else problem.set(messageOf(answer));
  }

  return {
    view,
    problem,
    banners,
    aired: onAir.current,
    now: follower.now,
    silentMs: follower.silentMs,
    /** Sends it after what was changed before. Changes that wait are sent as one. */
    change(body: AirChange, words: AirWords): void {
      waiting = { ...waiting, ...body };
      if (!isSending) void sendWaiting(words);
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      follower.stop();
      onAir.stop();
    },
  };
}
