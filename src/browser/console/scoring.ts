// One match that the phone scores: the live state, the waiting entries, and all actions on them.
import type { Board, BoardEvent, BoardState } from '../../../protocol/wire/board.ts';
import type { MarkerType } from '../../../protocol/wire/marker.ts';
import { observable } from '../shared/observable.ts';
import { type Draft, draftOf } from './draft.ts';
import { type Duplicate, likelyDuplicate, pairKey } from './duplicates.ts';
import type { Fixture, Pairing } from './fixture.ts';
import { type Link, openLive } from './live.ts';
import { type Format, formatOf, localBoard, type LocalBoard } from './local-board.ts';
import { halfBegins } from './half-begins.ts';
import { markerId } from './marker-id.ts';
import { openLineup } from './match-lineup.ts';
import { type Action, type Entry, isMarkerEntry, type LineupAction, type LineupEntry } from './outbox-entry.ts';
import type { Phone } from './phone.ts';
import { other } from '../shared/side.ts';
import { inTimeOrder } from '../shared/time-order.ts';
import { isConfirmed, isStored, isSuperseded } from './confirmed.ts';
import { isSavedKick } from '../shared/kicks.ts';

type ScoringView = {
  readonly fixture: Fixture;
  /** Null until the match has been loaded once. */
  readonly state: BoardState | null;
  readonly link: Link;
  /** Entries of this match that the live state does not show yet, in order. */
  readonly entries: readonly Entry[];
  /** Changes of the line-up that the server refused. */
  readonly refusedChanges: readonly LineupEntry[];
};

export type Scoring = Awaited<ReturnType<typeof openScoring>>;

/** When the live state does not show a sent entry after this time, another change has replaced it, ms. */
const CONFIRM_MS = 10_000;
/** A warning older than this is of no use, ms. */
const WARNING_MS = 10 * 60_000;

/** Opens a match for scoring, with the phone's stored data. */
export async function openScoring(phone: Phone, fixture: Fixture, token: string) {
  const { channel } = fixture;
  const { store, outbox } = phone;
  const stored = await Promise.all([
    store.get(`state ${channel}`),
    store.get(`format ${channel}`),
    store.get(`mine ${channel}`),
    store.get('offset'),
    store.get(`pairing ${channel}`),
  ]);
  let format: Format | null = stored[1];
  const mine = new Set(stored[2] ?? []);
  const dismissedPairs = new Set<string>();
  /** For each sent entry, by its order: when it was first missing in the live state, on the clock of `performance.now()`, ms. */
  const missingSince = new Map<number, number>();
  const lineup = openLineup(phone, fixture);
  const ownEntries = (): Pick<ScoringView, 'fixture' | 'entries' | 'refusedChanges'> => ({
    ...lineup.view(),
    entries: phone.entries
      .get()
      .filter(({ target }) => target.channel === channel)
      .filter(isMarkerEntry),
  });
  const view = observable<ScoringView>({ state: stored[0], link: { state: 'connecting' }, ...ownEntries() });

  const live = openLive({
    token,
    channel,
    offsetMs: stored[3] ?? 0,
    onLink(link) {
      view.set({ ...view.get(), link });
      if (link.state === 'signed_out') phone.sender.signedOut();
      if (link.state === 'live') phone.sender.retry();
    },
    onEdited: () => void readLineup(),
    onState(state) {
      view.set({ ...view.get(), state });
      learnFormat(state);
      void store.keep(`state ${channel}`, state);
      void store.keep('offset', live.offsetMs());
      removeConfirmed();
    },
  });
  async function readLineup(): Promise<void> {
    if (await lineup.read()) view.set({ ...view.get(), ...ownEntries() });
  }
  const unsubscribeEntries = phone.entries.subscribe(() => {
    view.set({ ...view.get(), ...ownEntries() });
    removeConfirmed();
  });
  const unsubscribeNetwork = phone.isOnline.subscribe(() => {
    if (phone.isOnline.get()) live.reconnect();
  });
  const timer = setInterval(removeConfirmed, CONFIRM_MS / 2);

  function learnFormat(state: BoardState): void {
    const board = Object.values<Board>(state.matches)[0];
    if (board === undefined) return;
    const learned = formatOf(board, format);
    if (JSON.stringify(learned) === JSON.stringify(format)) return;
    format = learned;
    void store.keep(`format ${channel}`, learned);
  }

  /** Removes the entries that the phone has with their effect, or that were sent and another change has replaced. */
  function removeConfirmed(): void {
    const { state, link, entries } = view.get();
    if (link.state !== 'live' || state === null) return;
    // What fails is tried again.
    void lineup.removeSent().catch(() => null);
    for (const entry of entries) {
      if (isStored(entry, entries, state)) void outbox.settle(entry.order, null).catch(() => null);
      if (entry.status !== 'sent') continue;
      const since = missingSince.get(entry.order) ?? performance.now();
      missingSince.set(entry.order, since);
      if (isConfirmed(entry, state) || isSuperseded(entry, entries) || performance.now() - since >= CONFIRM_MS) {
        missingSince.delete(entry.order);
        void outbox.settle(entry.order, null).catch(() => null);
      }
    }
  }

  const target = { channel, kind: fixture.kind, path: fixture.path };
  const add = (pairing: Pairing, action: Action): Promise<void> => outbox.add({ target, pairing: pairing.id, action });
  /** The entries that record or edit a marker. */
  const recordsOf = (id: string): readonly Entry[] =>
    view.get().entries.filter(({ action }) => action.kind !== 'delete' && action.draft.id === id);

  async function record(pairing: Pairing, draft: Draft): Promise<void> {
    mine.add(draft.id);
    await add(pairing, { kind: 'record', draft });
    // Only the question "Entered twice?" needs it.
    await store.keep(`mine ${channel}`, [...mine]);
  }

  /** The board of the pairing with the waiting entries applied; null until the match has been loaded once. */
  function boardOf(pairing: Pairing): LocalBoard | null {
    const { state, entries, fixture: known } = view.get();
    const board: Board | undefined = state?.matches[pairing.id];
    if (board === undefined) return null;
    const actions = entries
      .filter((entry) => entry.pairing === pairing.id && entry.status !== 'refused')
      .map(({ action }) => action);
    return localBoard(board, actions, pairing.players, known.format ?? formatOf(board, format));
  }

  const scope = (pairing: Pairing) => (fixture.kind === 'game' ? { match_id: pairing.id } : {});

  /** Returns a marker at the current time without recording it. */
  function prepare(pairing: Pairing, type: MarkerType, more: Partial<Draft>): Draft {
    const now = live.now();
    return {
      id: markerId(now),
      timestamp: new Date(now).toISOString(),
      type,
      ...scope(pairing),
      // Only the checkbox sets this: a note about an own goal must not move the goal to the other side.
      ...(type === 'Goal' ? { own_goal: false } : {}),
      ...more,
    };
  }

  /** Changes a recorded marker to `next`, on the phone or at the server. */
  async function edit(pairing: Pairing, draft: Draft, next: Draft): Promise<void> {
    const own = recordsOf(draft.id);
    const isRefused = ({ status }: Entry): boolean => status === 'refused';
    if (JSON.stringify(next) === JSON.stringify(draft) && !own.some(isRefused)) return;
    // Without its record, the server has nothing to edit: then the record takes the edits that came after it.
    const missing = own.findIndex((entry) => isRefused(entry) && entry.action.kind === 'record');
    const [first, ...later] = own.slice(missing < 0 ? -1 : missing);
    let isDone = first !== undefined && (await outbox.amend(first.order, next));
    for (const { order } of later) if (!(await outbox.amend(order, null))) isDone = false;
    if (!isDone) await add(pairing, { kind: 'replace', draft: next });
  }

  return {
    view,
    /** The pairing that this phone scored last, when there are several. */
    lastPairing: stored[4],
    rememberPairing: ({ id }: Pairing): Promise<void> => store.keep(`pairing ${channel}`, id),
    /** The server's time, ms since 1970. */
    now: live.now,
    boardOf,
    warnings: phone.warnings,
    forgetWarning: phone.forgetWarning,
    isMine: (id: string): boolean => mine.has(id),
    prepare,
    record,
    edit,
    /** Records a marker at the current time and returns it. */
    async press(pairing: Pairing, type: MarkerType, more: Partial<Draft> = {}): Promise<Draft> {
      const draft = prepare(pairing, type, more);
      await record(pairing, draft);
      return draft;
    },
    /** Records a prepared marker with its details, or changes it when it is already recorded. */
    finish: (pairing: Pairing, draft: Draft, isNew: boolean, next: Draft): Promise<void> =>
      isNew ? record(pairing, next) : edit(pairing, draft, next),
    async undo(pairing: Pairing, id: string, what: string): Promise<void> {
      const { state } = view.get();
      let isKnown = state !== null && id in (state.matches[pairing.id]?.events ?? {});
      for (const { order } of recordsOf(id)) if (!(await outbox.amend(order, null))) isKnown = true;
      if (isKnown) await add(pairing, { kind: 'delete', id, what });
    },
    /** The current marker as a draft to edit. */
    draftOf(pairing: Pairing, id: string, event: BoardEvent): Draft {
      const own = recordsOf(id).at(-1)?.action;
      if (own && own.kind !== 'delete') return own.draft;
      const draft = draftOf(id, event, scope(pairing).match_id);
      const keepers = boardOf(pairing)?.board.keepers ?? {};
      return draft.team !== undefined && isSavedKick(event, keepers) ? { ...draft, team: other(draft.team) } : draft;
    },
    /** Changes a shirt number or a fill-in of this match. */
    changeLineup: (pairing: Pairing, action: Omit<LineupAction, 'kind'>): Promise<void> =>
      outbox.add({ target, pairing: pairing.id, action: { kind: 'lineup', ...action } }),
    /** Sends a refused entry again. */
    resend: ({ order }: Entry): Promise<void> => outbox.settle(order, { status: 'waiting', problem: null }),
    discard: ({ order }: Pick<Entry, 'order'>): Promise<void> => outbox.settle(order, null),
    /** The entry with the latest time. */
    newest(local: LocalBoard): { readonly id: string; readonly event: BoardEvent } | null {
      const [id, event] = inTimeOrder(local.board.events).at(-1) ?? [];
      return id === undefined || event === undefined ? null : { id, event };
    },
    /** The marker that began the half, and the same one moved so that the clock is `byMs` ahead; null if it cannot be. */
    movedHalf(pairing: Pairing, { board, format }: LocalBoard, byMs: number) {
      const start = halfBegins(board, format, byMs, live.now());
      const event = start === null ? undefined : board.events[start.id];
      if (start === null || event === undefined) return null;
      const draft = this.draftOf(pairing, start.id, event);
      return { draft, moved: { ...draft, timestamp: new Date(start.at).toISOString() } };
    },
    /** Whether goalkeepers are named, on the phone or at the server. */
    hasKeepers: (pairing: Pairing): boolean =>
      Object.values(boardOf(pairing)?.board.events ?? {}).some(({ type }) => type === 'Keeper'),
    duplicate(pairing: Pairing): Duplicate | null {
      const local = boardOf(pairing);
      const stored = view.get().state?.matches[pairing.id]?.events ?? {};
      return local && likelyDuplicate(local.board.events, stored, mine, dismissedPairs, live.now() - WARNING_MS);
    },
    /** Keeps both entries of a pair. The warning does not return. */
    keepBoth(duplicate: Duplicate): void {
      dismissedPairs.add(pairKey(duplicate));
      view.set({ ...view.get() });
    },
    /** Applies the server's line-ups. Applies `state` too while the live channel is silent. */
    refresh(next: Fixture, state: BoardState): void {
      const { link, ...now } = view.get();
      lineup.replace(next);
      view.set({
        ...now,
        link,
        ...ownEntries(),
        state: link.state === 'live' && now.state !== null ? now.state : state,
      });
    },
    close(): void {
      clearInterval(timer);
      unsubscribeEntries();
      unsubscribeNetwork();
      live.stop();
    },
  };
}
