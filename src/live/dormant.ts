// A dormant match: a live match that was not used for a while (rule LIVE-12). It keeps its channel and its position. Its markers
// become compressed bytes, from which the match wakes as it was, without the database.
import { hasLiveBoard } from '../match/board.ts';
import type { Fixture } from '../match/fixture.ts';
import type { ManualResult, StoredMarker } from '../match/command.ts';
import { type Match, openInPieces } from '../match/match.ts';
import type { StoredPosition } from '../store/log/positions.ts';
import type { MatchScope } from '../store/match-scopes.ts';
import type { PositionedMatch } from '../store/matches.ts';
import type { LiveChannel } from './channel.ts';
import { packLines, unpackLines } from './packed-lines.ts';

/** What a match that falls asleep keeps beside its value. */
export type Slept = StoredPosition & {
  /** Its number in the log. */
  readonly id: number;
  /** The epochs that the match has left on this node. */
  readonly leftEpochs: ReadonlySet<string>;
  readonly channel: LiveChannel;
};

export type Dormant = {
  readonly slept: Slept;
  /** For checks of rights. */
  readonly scope: MatchScope;
  /** For the interval of heartbeats. */
  readonly isLive: boolean;
  readonly packed: readonly Buffer[];
};

/** A larger match stays awake: to wake it would take longer than one turn of the event loop may take. */
export const DORMANT_MARKERS_MAX = 1_000;
/** Markers that are compressed together. */
const PACKED_MARKERS = 200;

/** The fields of the first line; the others are lists of markers. */
type Head = { readonly fixture: Fixture; readonly hand: ManualResult };

/** Packs a match in pieces: it yields after each. */
export function* fallAsleep({ fixture, hand, markers, ...match }: Match, slept: Slept): Generator<void, Dormant> {
  const head: Head = { fixture, hand };
  const all = markers.values();
  const packed: Buffer[] = [];
  for (let at = 0; at === 0 || at < all.length; at += PACKED_MARKERS) {
    const line = JSON.stringify(all.slice(at, at + PACKED_MARKERS));
    packed.push(packLines(at === 0 ? [JSON.stringify(head), line] : [line]));
    yield;
  }
  return { slept, packed, scope: scopeOf(fixture), isLive: hasLiveBoard(match.state) };
}

/** Unpacks and folds a match in pieces: it yields after each. */
export function* wakeUp({ slept, packed }: Dormant): Generator<void, PositionedMatch & Slept> {
  const lines: string[] = [];
  for (const bytes of packed) {
    lines.push(...unpackLines(bytes));
    yield;
  }
  const [head = '', ...rest] = lines;
  const markers: StoredMarker[] = [];
  for (const line of rest) {
    markers.push(...(JSON.parse(line) as StoredMarker[]));
    yield;
  }
  const stored = { ...(JSON.parse(head) as Head), ...slept, markers };
  return { ...stored, opened: yield* openInPieces(stored) };
}

/** A copy, so that nothing else of the fixture stays in memory. */
function scopeOf(fixture: Fixture): MatchScope {
  if (fixture.kind === 'game') return { kind: 'game', clubSlug: fixture.clubSlug };
  const { tournament, authorizedClubs } = fixture;
  return { kind: 'match', tournament: { slug: tournament.slug }, authorizedClubs };
}
