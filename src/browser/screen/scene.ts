// Chooses the scene of a match, and the slides below its score.
import type { Board, FeedMatch, Period, Stats } from '../../../protocol/wire/board.ts';
import type { PanelKind } from '../../../protocol/wire/air.ts';
import type { Facts, FactsLineups, FactsTable } from '../../../protocol/rest/facts.ts';
import { hasFormation } from '../shared/formation.ts';

type Scene = 'before' | 'play' | 'break' | 'shootout' | 'after';

const BREAKS: ReadonlySet<Period> = new Set<Period>(['half_time', 'extra_time_break', 'extra_time_half_time']);

/** A score needs its room: before any `Start` as in play, and as at the end when the match was called off. */
export function sceneOf({ status, period, score }: Pick<Board | FeedMatch, 'status' | 'period' | 'score'>): Scene {
  if (status === 'completed' || status === 'awarded' || status === 'abandoned') return 'after';
  const isScored = score.home !== undefined;
  if (status === 'postponed' || status === 'cancelled') return isScored ? 'after' : 'before';
  if (status !== 'live' || period === 'not_started') return isScored ? 'play' : 'before';
  if (period === 'full_time') return 'after';
  if (period === 'penalty_shootout') return 'shootout';
  return BREAKS.has(period) ? 'break' : 'play';
}

export type Slide =
  | { readonly kind: 'entries' }
  | { readonly kind: 'statistics' }
  | { readonly kind: 'table'; readonly table: FactsTable }
  | { readonly kind: 'lineups' | 'formation'; readonly lineups: FactsLineups }
  | { readonly kind: 'sponsor'; readonly url: string }
  /** Both only on the director's hand. `kickOff`: ms since 1970. */
  | { readonly kind: 'countdown'; readonly kickOff: number }
  | { readonly kind: 'fixtures'; readonly next: Facts['next'] };

export const ENTRIES: Slide = { kind: 'entries' };
/** How long a slide stays, ms. */
const SLIDE_MS = 10_000;

/** The slides that alternate below the score. During play there is only one: goals and cards. */
export function slidesOf(
  board: Board,
  {
    lineups,
    table,
    sponsors,
  }: Readonly<{ lineups: FactsLineups | undefined; table?: FactsTable | undefined; sponsors: readonly string[] }>,
): readonly Slide[] {
  const scene = sceneOf(board);
  const tables: readonly Slide[] = table ? [{ kind: 'table', table }] : [];
  const images = sponsors.map((url): Slide => ({ kind: 'sponsor', url }));
  switch (scene) {
    case 'play':
    case 'shootout':
      return [ENTRIES];
    case 'before': {
      const slides: Slide[] = [...lineupSlides(lineups), ...tables, ...images];
      return slides.length > 0 ? slides : [ENTRIES];
    }
    case 'break':
    case 'after':
      return [
        ...(Object.keys(board.events).length > 0 || (!hasStatistics(board) && tables.length + images.length === 0)
          ? [ENTRIES]
          : []),
        ...(hasStatistics(board) ? [{ kind: 'statistics' } as const] : []),
        ...tables,
        ...images,
      ];
  }
}

/** The formation, then the list with the substitutes; where the places on the pitch are unknown, the list alone. */
function lineupSlides(lineups: FactsLineups | undefined): readonly Slide[] {
  if (!lineups) return [];
  const list: Slide = { kind: 'lineups', lineups };
  if (!hasFormation([lineups.home, lineups.away])) return [list];
  const hasBench = lineups.home.substitutes.length + lineups.away.substitutes.length > 0;
  return [{ kind: 'formation', lineups }, ...(hasBench ? [list] : [])];
}

/** The slide of the director's panel for the match `matchId`; goals and cards where it has no data. */
export function directedSlide(panel: PanelKind, board: Board, matchId: string, facts: Facts): Slide {
  const lineups = facts.lineups[matchId];
  const table = tableOf(facts) ?? facts.tables[0];
  const { kick_off: kickOff, next } = facts;
  switch (panel) {
    case 'lineups':
      return lineupSlides(lineups)[0] ?? ENTRIES;
    case 'statistics':
      return hasStatistics(board) ? { kind: 'statistics' } : ENTRIES;
    case 'standings':
      return table ? { kind: 'table', table } : ENTRIES;
    case 'countdown':
      return board.status === 'scheduled' && kickOff !== null ? { kind: 'countdown', kickOff } : ENTRIES;
    case 'fixtures':
      return next.length > 0 ? { kind: 'fixtures', next } : ENTRIES;
    case 'scorers':
      return ENTRIES;
  }
}

/** The table of the match's group; a league or a cup without groups has none here. */
export const tableOf = ({ group, tables }: Facts): FactsTable | undefined =>
  group === null ? undefined : tables.find((table) => table.group === group);

/** The slide at time `now`, in ms. All screens of a ground show the same slide. */
export const slideAt = (slides: readonly Slide[], now: number): Slide =>
  slides[Math.floor(now / SLIDE_MS) % slides.length] ?? ENTRIES;

const STATISTICS = [
  'shots_on_target',
  'shots_off_target',
  'chances_created',
  'missed_chances',
  'gk_saves',
  'defensive_contributions',
  'fouls',
] as const satisfies readonly (keyof Stats)[];

export const countedStatistics = ({ stats }: Board): readonly (keyof Stats)[] =>
  STATISTICS.filter((key) => stats.home[key] + stats.away[key] > 0);
const hasStatistics = (board: Board): boolean => countedStatistics(board).length > 0;
