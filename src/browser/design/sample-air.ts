// What a director brings on air, and what a page shows of an event for some seconds, for the samples.
import type { PanelKind, RehearsalKind } from '../../../protocol/wire/air.ts';
import type { Board, FeedMatch, FeedState, MatchState } from '../../../protocol/wire/board.ts';
import { type Aired, NOTHING } from '../shared/on-air.ts';
import type { Show } from '../shared/shows.ts';
import { SAMPLE_NOW } from './samples.ts';

// The lists of the protocol stand beside its schemas, which no page needs.
const PANELS: readonly PanelKind[] = ['lineups', 'statistics', 'standings', 'scorers', 'countdown', 'fixtures'];
export const REHEARSALS: readonly RehearsalKind[] = ['goal', 'card', 'substitution'];

/** `air=fixtures`, `air=text`, `air=added`, `air=replay`, `air=try-goal`. */
export function airedOf(search: string): Aired {
  const name = new URLSearchParams(search).get('air') ?? '';
  const on = { since: SAMPLE_NOW, until: Number.MAX_SAFE_INTEGER };
  if (name === 'text') return { text: { text: 'Attendance 78,011', ...on } };
  if (name === 'added') return { added_time: { minutes: 4, ...on } };
  if (name === 'replay') return { replay: on };
  const tried = REHEARSALS.find((kind) => name === `try-${kind}`);
  if (tried) return { rehearsal: { kind: tried, side: 'away', pages: ['screen', 'overlay'], ...on } };
  const kind: PanelKind | undefined = PANELS.find((one) => one === name);
  return kind === undefined ? NOTHING : { panel: { kind, ...on } };
}

/** The kind of a show, and the key of its entry in the sample. */
const SHOWS: Readonly<Record<string, readonly [kind: Show['kind'], key: string]>> = {
  goal: ['goal', 'm4'],
  unnamed: ['goal', 'm4'],
  'own-goal': ['goal', 'm0'],
  penalty: ['goal', 'm2'],
  scorer: ['scorer', 'm4'],
  cancelled: ['goal_cancelled', 'm4'],
  card: ['card', 'm3'],
  substitution: ['substitution', 'm7'],
  // Of the sample `cards`.
  yellow: ['card', 'm0'],
  'second-yellow': ['card', 'm4'],
  'sending-off': ['card', 'm3'],
  red: ['card', 'm5'],
};

/** `show=goal`; null for any other name, and for other matches of a feed than the last one that runs. */
export function sampleShow(search: string, state: MatchState | FeedState, matchId: string): Show | null {
  const name = new URLSearchParams(search).get('show') ?? '';
  const [kind, key] = SHOWS[name] ?? [];
  const match: Board | FeedMatch | undefined = state.matches[matchId];
  if (kind === undefined || key === undefined || match === undefined) return null;
  if (!('events' in match)) {
    const lastLive = Object.entries(state.matches).findLast(([, { status }]) => status === 'live')?.[0];
    return matchId === lastLive ? { kind, key, matchId, side: 'home', event: null, goals: 1 } : null;
  }
  const event = match.events[key];
  if (event === undefined) return null;
  const { player: _, ...unnamed } = event;
  const { team: side = 'home' } = event;
  return { kind, key, matchId, side, event: name === 'unnamed' ? unnamed : event, goals: 4 };
}
