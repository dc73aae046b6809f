// What is on air by a director's hand, at the time that the page shows (P57, P60; rules PAGE-22, PAGE-23).
import type { AirPage, AirState, OnAir } from '../../../protocol/wire/air.ts';
import type { Board, BoardState } from '../../../protocol/wire/board.ts';
import type { AirUpdate } from './follow.ts';
import { type Observable, observable } from './observable.ts';
import type { Show } from './shows.ts';
import type { Words } from './words.ts';

/** What is on air now, without the items that have ended. */
export type Aired = Pick<OnAir, 'panel' | 'text' | 'added_time' | 'replay' | 'rehearsal'>;
const ITEMS = ['panel', 'text', 'added_time', 'replay', 'rehearsal'] as const;
export const NOTHING: Aired = {};

/** The clock may be corrected, so a wait is checked again after this time, ms. */
const RECHECK_MS = 1_000;
const SOONEST_MS = 10;

type OnAirView = {
  readonly current: Observable<Aired>;
  add(update: AirUpdate): void;
  stop(): void;
};

/**
 * Shows each state `delayMs` late; `now` is the time to show, the server's time minus the delay, ms since 1970. `onBannersOff`
 * is called when the director takes off the banner that is running.
 */
export function openOnAir({
  delayMs,
  now,
  onBannersOff,
}: {
  readonly delayMs: number;
  readonly now: () => number;
  readonly onBannersOff: () => void;
}): OnAirView {
  const current = observable<Aired>(NOTHING);
  /** The state that is shown, and the ones that are not old enough yet. */
  let states: readonly AirUpdate[] = [];
  let bannersOffAt: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function show(): void {
    clearTimeout(timer);
    const time = now();
    // Without a delay the newest state counts, however the clocks of both sides differ.
    const isDue = ({ at }: AirUpdate): boolean => delayMs === 0 || at <= time;
    const due = states.filter(isDue);
    states = [...due.slice(-1), ...states.filter((one) => !isDue(one))];
    const [first] = states;
    if (first === undefined) return;
    const { state } = first;
    const aired = airedAt(state, time, due.length === 0);
    if (JSON.stringify(aired) !== JSON.stringify(current.get())) current.set(aired);
    if (due.length > 0) takeBannersOff(state);
    const ahead = [...states.slice(1).map(({ at }) => at), ...ITEMS.flatMap((name) => state[name]?.until ?? [])];
    const soonest = Math.min(...ahead.map((at) => at - time).filter((wait) => wait > 0));
    if (Number.isFinite(soonest)) timer = setTimeout(show, Math.max(SOONEST_MS, Math.min(RECHECK_MS, soonest)));
  }

  /** A page that was loaded later shows no banner of before. */
  function takeBannersOff({ banners_off_at: at = 0 }: AirState): void {
    const isNews = bannersOffAt !== null && at > bannersOffAt;
    bannersOffAt = at;
    if (isNews) onBannersOff();
  }

  return {
    current,
    add(update) {
      const isSame = states.at(-1)?.epoch === update.epoch;
      states = [...(isSame ? states.filter(({ seq }) => seq < update.seq) : []), update];
      show();
    },
    stop: () => clearTimeout(timer),
  };
}

/** `isEarly`: the state is not old enough, and no older one is known: then only what came on air before `time` is shown. */
function airedAt(state: AirState, time: number, isEarly: boolean): Aired {
  const aired: Record<string, unknown> = {};
  for (const name of ITEMS) {
    const item = state[name];
    if (item !== undefined && item.until > time && !(isEarly && item.since > time)) aired[name] = item;
  }
  return aired;
}

/** The pairing in the address or of the item; else the first that is being played, that is not over, or the last. */
export function currentPairing(state: BoardState, chosen: string | undefined): string | null {
  const pairings = Object.entries<Board>(state.matches).filter(([, { away }]) => away !== undefined);
  const found =
    pairings.find(([id]) => id === chosen) ??
    pairings.find(([, { status }]) => status === 'live') ??
    pairings.find(([, { status }]) => status === 'scheduled') ??
    pairings.at(-1);
  return found?.[0] ?? null;
}

/** The items for a pairing of the match: items that name none are for the current one. A text and a replay are for all. */
export function airedFor(aired: Aired, state: BoardState, matchId: string): Aired {
  const isHere = (item: { readonly pairing?: string | undefined } | undefined): boolean =>
    item !== undefined && currentPairing(state, item.pairing) === matchId;
  return {
    ...(isHere(aired.panel) ? { panel: aired.panel } : {}),
    ...(aired.text === undefined ? {} : { text: aired.text }),
    ...(aired.replay === undefined ? {} : { replay: aired.replay }),
    ...(isHere(aired.added_time) ? { added_time: aired.added_time } : {}),
    ...(isHere(aired.rehearsal) ? { rehearsal: aired.rehearsal } : {}),
  };
}

const TYPES = { goal: 'Goal', card: 'YellowCard', substitution: 'Substitution' } as const;

/** The show of a rehearsal on this kind of page, with made-up players; null if there is none. */
export function rehearsalShow({ rehearsal }: Aired, matchId: string, page: AirPage, words: Words): Show | null {
  if (rehearsal?.pages.includes(page) !== true) return null;
  const { kind, side, since } = rehearsal;
  const [first, second] = words.samplePlayers;
  return {
    kind,
    side,
    matchId,
    goals: 0,
    key: `rehearsal ${String(since)}`,
    event: {
      type: TYPES[kind],
      at: new Date(since).toISOString(),
      team: side,
      own_goal: false,
      player: { name: first },
      ...(kind === 'substitution' ? { second_player: { name: second } } : {}),
    },
  };
}
