// One match that the phone scores: the live state, the waiting entries, and all actions on them.
import type { Board, BoardEvent, BoardState } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/rest/marker.ts';
import { type Cell, openCell } from './cell.ts';
import { type Details, type Draft, draftOf, withDetails } from './draft.ts';
import { type Duplicate, likelyDuplicate, pairKey } from './duplicates.ts';
import type { Fixture, Pairing } from './fixture.ts';
import { type Link, type Live, openLive } from './live.ts';
import { type Format, formatOf, localBoard, type LocalBoard } from './local-board.ts';
import { markerId } from './marker-id.ts';
import type { Action, Entry } from './outbox-entry.ts';
import type { Phone } from './phone.ts';
import { inTimeOrder } from './local-fold.ts';
import { isSeen, superseded } from './confirmed.ts';

export type ScoringView = {
  readonly fixture: Fixture;
  /** Null until the match has been loaded once. */
  readonly state: BoardState | null;
  readonly link: Link;
  /** Entries of this match that the live state does not show yet, in order. */
  readonly entries: readonly Entry[];
};

export type Scoring = {
  readonly view: Cell<ScoringView>;
  /** The pairing that this phone scored last, when there are several. */
  readonly lastPairing: string | null;
  rememberPairing(pairing: Pairing): Promise<void>;
  /** The server's time, ms since 1970. */
  now(): number;
  /** The board of the pairing with the waiting entries applied; null until the match has been loaded once. */
  boardOf(pairing: Pairing): LocalBoard | null;
  /** Records a marker at the current time and returns it. */
  press(pairing: Pairing, type: MarkerType, more?: Partial<Draft>): Promise<Draft>;
  /** Returns a marker at the current time without recording it. */
  prepare(pairing: Pairing, type: MarkerType, more: Partial<Draft>): Draft;
  record(pairing: Pairing, draft: Draft): Promise<void>;
  /** Records a prepared marker with its details, or changes it when it is already recorded. */
  finish(pairing: Pairing, draft: Draft, isNew: boolean, details: Details): Promise<void>;
  /** Changes a recorded marker, on the phone or at the server. */
  edit(pairing: Pairing, draft: Draft, details: Details): Promise<void>;
  /** Deletes a marker. */
  undo(pairing: Pairing, id: string, what: string): Promise<void>;
  /** The current marker as a draft to edit. */
  draftOf(pairing: Pairing, id: string, event: BoardEvent): Draft;
  /** Sends a refused entry again; `discard` deletes it instead. */
  resend(entry: Entry): Promise<void>;
  discard(entry: Entry): Promise<void>;
  /** The entry with the latest time. */
  newest(local: LocalBoard): { readonly id: string; readonly event: BoardEvent } | null;
  /** Whether goalkeepers are named, on the phone or at the server. */
  hasKeepers(pairing: Pairing): boolean;
  duplicate(pairing: Pairing): Duplicate | null;
  /** Keeps both entries of a pair. The warning does not return. */
  keepBoth(duplicate: Duplicate): void;
  /** Applies the server's line-ups. Applies `state` too while the live channel is silent. */
  refresh(fixture: Fixture, state: BoardState): void;
  close(): void;
};

/** When the live state does not show a sent entry after this time, another change has replaced it, ms. */
const SETTLED_MS = 10_000;
/** A warning older than this is of no use, ms. */
const WARN_MS = 10 * 60_000;

/** Opens a match for scoring, with the phone's stored data. */
export async function openScoring(phone: Phone, fixture: Fixture, token: string): Promise<Scoring> {
  const { channel } = fixture;
  const { memory, outbox } = phone;
  const kept = await Promise.all([
    memory.recall(`state ${channel}`),
    memory.recall(`format ${channel}`),
    memory.recall(`mine ${channel}`),
    memory.recall('offset'),
    memory.recall(`pairing ${channel}`),
  ]);
  let format: Format | null = kept[1];
  const mine = new Set(kept[2] ?? []);
  const keptPairs = new Set<string>();
  /** For each sent entry, by its order: the time it was first missing in the live state; our clock, ms. */
  const missedAt = new Map<number, number>();
  const ownEntries = (): readonly Entry[] => phone.entries.get().filter(({ target }) => target.channel === channel);
  const view = openCell<ScoringView>({ fixture, state: kept[0], link: { state: 'connecting' }, entries: ownEntries() });

  const live: Live = openLive({
    ...{ token, channel, offsetMs: kept[3] ?? 0 },
    onLink(link) {
      view.set({ ...view.get(), link });
      if (link.state === 'signed_out') phone.sending.set('signed_out');
      if (link.state === 'live') phone.sender.retry();
    },
    onState(state) {
      view.set({ ...view.get(), state });
      learnFormat(state);
      void memory.keep(`state ${channel}`, state);
      void memory.keep('offset', live.offsetMs());
      settle();
    },
  });
  const leaveEntries = phone.entries.subscribe(() => {
    view.set({ ...view.get(), entries: ownEntries() });
    settle();
  });
  const leaveNetwork = phone.isOnline.subscribe(() => {
    if (phone.isOnline.get()) live.hurry();
  });
  const timer = setInterval(settle, SETTLED_MS / 2);

  function learnFormat(state: BoardState): void {
    const board = Object.values<Board>(state.matches)[0];
    if (board === undefined) return;
    const learned = formatOf(board, format);
    if (JSON.stringify(learned) === JSON.stringify(format)) return;
    format = learned;
    void memory.keep(`format ${channel}`, learned);
  }

  /** Removes the sent entries that the live state shows or that another change has replaced. */
  function settle(): void {
    const { state, link, entries } = view.get();
    if (link.state !== 'live' || state === null) return;
    for (const entry of entries) {
      if (entry.status !== 'sent') continue;
      const since = missedAt.get(entry.order) ?? Date.now();
      missedAt.set(entry.order, since);
      if (isSeen(entry, state) || superseded(entry, entries) || Date.now() - since >= SETTLED_MS) {
        missedAt.delete(entry.order);
        void outbox.settle(entry.order, null);
      }
    }
  }

  const target = { channel, kind: fixture.kind, path: fixture.path };
  const add = (pairing: Pairing, ...actions: readonly Action[]): Promise<void> =>
    outbox.add(actions.map((action) => ({ target, pairing: pairing.id, action })));
  const recordsOf = (id: string): readonly Entry[] =>
    view.get().entries.filter(({ action }) => action.kind === 'record' && action.draft.id === id);

  async function record(pairing: Pairing, draft: Draft): Promise<void> {
    mine.add(draft.id);
    await add(pairing, { kind: 'record', draft });
    await memory.keep(`mine ${channel}`, [...mine]);
  }

  function boardOf(pairing: Pairing): LocalBoard | null {
    const { state, entries } = view.get();
    const board: Board | undefined = state?.matches[pairing.id];
    if (board === undefined) return null;
    const actions = entries
      .filter((entry) => entry.pairing === pairing.id && entry.status !== 'refused')
      .map(({ action }) => action);
    return localBoard(board, actions, pairing.players, formatOf(board, format));
  }

  const scope = (pairing: Pairing) => (fixture.kind === 'game' ? { match_id: pairing.id } : {});

  const prepare = (pairing: Pairing, type: MarkerType, more: Partial<Draft>): Draft => ({
    ...{ id: markerId(), timestamp: new Date(live.now()).toISOString(), type },
    ...scope(pairing),
    // Only the checkbox sets this: a note about an own goal must not move the goal to the other side.
    ...(type === 'Goal' ? { own_goal: false } : {}),
    ...more,
  });

  async function edit(pairing: Pairing, draft: Draft, details: Details): Promise<void> {
    const next = withDetails(draft, details);
    const isRefused = recordsOf(draft.id).some(({ status }) => status === 'refused');
    if (JSON.stringify(next) === JSON.stringify(draft) && !isRefused) return;
    for (const { order } of [...recordsOf(draft.id)].reverse()) if (await outbox.amend(order, next)) return;
    // A club game accepts the same id again as an update. A tournament match only returns the stored marker
    // (rule ID-2), so the phone deletes it and records it again.
    const takeBack: Action = { kind: 'delete', id: draft.id, what: draft.type };
    await add(pairing, ...(fixture.kind === 'game' ? [] : [takeBack]), { kind: 'record', draft: next });
  }

  return {
    view,
    lastPairing: kept[4],
    rememberPairing: ({ id }) => memory.keep(`pairing ${channel}`, id),
    now: live.now,
    boardOf,
    prepare,
    record,
    edit,
    async press(pairing, type, more = {}) {
      const draft = prepare(pairing, type, more);
      await record(pairing, draft);
      return draft;
    },
    finish: (pairing, draft, isNew, details) =>
      isNew ? record(pairing, withDetails(draft, details)) : edit(pairing, draft, details),
    async undo(pairing, id, what) {
      const { state } = view.get();
      let isKnown = state !== null && id in (state.matches[pairing.id]?.events ?? {});
      for (const { order } of recordsOf(id)) if (!(await outbox.amend(order, null))) isKnown = true;
      if (isKnown) await add(pairing, { kind: 'delete', id, what });
    },
    draftOf(pairing, id, event) {
      const own = recordsOf(id).at(-1)?.action;
      if (own?.kind === 'record') return own.draft;
      return draftOf(id, event, scope(pairing).match_id);
    },
    resend: ({ order }) => outbox.settle(order, { status: 'waiting', problem: null }),
    discard: ({ order }) => outbox.settle(order, null),
    newest(local) {
      const [id, event] = inTimeOrder(local.board.events).at(-1) ?? [];
      return id === undefined || event === undefined ? null : { id, event };
    },
    hasKeepers: (pairing) => Object.values(boardOf(pairing)?.board.events ?? {}).some(({ type }) => type === 'Keeper'),
    duplicate(pairing) {
      const local = boardOf(pairing);
      return local && likelyDuplicate(local.board.events, mine, keptPairs, live.now() - WARN_MS);
    },
    keepBoth(duplicate) {
      keptPairs.add(pairKey(duplicate));
      view.set({ ...view.get() });
    },
    refresh(next, state) {
      const { link, ...now } = view.get();
      view.set({ ...now, link, fixture: next, state: link.state === 'live' && now.state !== null ? now.state : state });
    },
    close() {
      clearInterval(timer);
      leaveEntries();
      leaveNetwork();
      live.stop();
    },
  };
}
