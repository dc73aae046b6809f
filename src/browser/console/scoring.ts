// One match on the scorekeeper's scoring: what everybody sees, what waits here, and everything that can be done to it.
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
  /** Null until the match was loaded once. */
  readonly state: BoardState | null;
  readonly link: Link;
  /** Entries of this match that the live state does not have yet, in their order. */
  readonly entries: readonly Entry[];
};

export type Scoring = {
  readonly view: Cell<ScoringView>;
  /** Of several pairings the one that was scored last on this phone. */
  readonly lastPairing: string | null;
  rememberPairing(pairing: Pairing): Promise<void>;
  /** The server's time, ms since 1970. */
  now(): number;
  /** The pairing with all that waits here on top; null until the match was loaded once. */
  boardOf(pairing: Pairing): LocalBoard | null;
  /** Records a marker now and returns it. */
  press(pairing: Pairing, type: MarkerType, more?: Partial<Draft>): Promise<Draft>;
  /** A marker of now that is not recorded yet. */
  prepare(pairing: Pairing, type: MarkerType, more: Partial<Draft>): Draft;
  record(pairing: Pairing, draft: Draft): Promise<void>;
  /** Records a prepared marker with its details, or changes one that was recorded already. */
  finish(pairing: Pairing, draft: Draft, isNew: boolean, details: Details): Promise<void>;
  /** Changes what is recorded, here or at the server. */
  edit(pairing: Pairing, draft: Draft, details: Details): Promise<void>;
  /** Takes a marker back. */
  undo(pairing: Pairing, id: string, what: string): Promise<void>;
  /** The marker as it stands, to be changed. */
  draftOf(pairing: Pairing, id: string, event: BoardEvent): Draft;
  /** A refused entry: tried again, or thrown away. */
  resend(entry: Entry): Promise<void>;
  discard(entry: Entry): Promise<void>;
  /** The entry that was made last, by its time. */
  newest(local: LocalBoard): { readonly id: string; readonly event: BoardEvent } | null;
  /** Whether goalkeepers were named, here or at the server. */
  hasKeepers(pairing: Pairing): boolean;
  duplicate(pairing: Pairing): Duplicate | null;
  /** No duplicate: it is not asked about again. */
  keepBoth(duplicate: Duplicate): void;
  /** What the server says of the line-ups, and of the match as long as the live channel is silent. */
  refresh(fixture: Fixture, state: BoardState): void;
  close(): void;
};

/** A sent entry that the live state does not show after so long was answered by something else, ms. */
const SETTLED_MS = 10_000;
/** Who looks at a warning after so long has other worries, ms. */
const WARN_MS = 10 * 60_000;

/** Puts a match on the scoring, with what the phone knows of it. */
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
  /** When a sent entry was first missed in the live state, by its order; our clock, ms. */
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

  /** Lets go of the sent entries that the live state shows. */
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
    // The box alone says it: a note about an own goal must not move the goal to the other side.
    ...(type === 'Goal' ? { own_goal: false } : {}),
    ...more,
  });

  async function edit(pairing: Pairing, draft: Draft, details: Details): Promise<void> {
    const next = withDetails(draft, details);
    const isRefused = recordsOf(draft.id).some(({ status }) => status === 'refused');
    if (JSON.stringify(next) === JSON.stringify(draft) && !isRefused) return;
    for (const { order } of [...recordsOf(draft.id)].reverse()) if (await outbox.amend(order, next)) return;
    // A club game takes the same id again as an update; a tournament match only reports what it has (rule ID-2).
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
