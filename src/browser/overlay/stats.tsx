// The statistics of both sides, next to each other.
import type { Board, Side, Stats as Counts } from '../../../protocol/wire/board.ts';
import { Versus } from './versus.tsx';
import type { Scene } from './scene.ts';
import type { OverlayWords } from './words.ts';

type Row = {
  readonly key: keyof Counts | 'yellow' | 'red';
  readonly label: (words: OverlayWords) => string;
  readonly of: (board: Board, side: Side) => number;
};

const counted = (key: keyof Counts): Row => ({
  key,
  label: ({ stats }) => stats[key],
  of: ({ stats }, side) => stats[side][key],
});
const ROWS: readonly Row[] = [
  counted('shots_on_target'),
  counted('shots_off_target'),
  counted('missed_chances'),
  counted('chances_created'),
  counted('gk_saves'),
  counted('defensive_contributions'),
  counted('fouls'),
  { key: 'yellow', label: ({ yellowCards }) => yellowCards, of: ({ cards }, side) => cards[side].yellow },
  { key: 'red', label: ({ redCards }) => redCards, of: ({ cards }, side) => cards[side].red },
];
/** Shown even while their counts are zero. */
const ALWAYS: ReadonlySet<Row['key']> = new Set<Row['key']>(['shots_on_target', 'fouls', 'yellow']);

export function Stats({ scene }: { scene: Scene }) {
  const { board, sides, words } = scene;
  const rows = ROWS.map(({ key, label, of }) => ({
    key,
    label: label(words),
    home: of(board, 'home'),
    away: of(board, 'away'),
  }));
  return (
    <section class="panel stats" data-testid="stats" aria-label={words.statistics}>
      <Versus scene={scene} title={words.statistics} />
      <table class="stats-rows" style={{ '--home': sides.home.color, '--away': sides.away.color }}>
        <tbody>
          {rows
            .filter(({ key, home, away }) => ALWAYS.has(key) || home + away > 0)
            .map(({ key, label, home, away }) => (
              <tr key={key} data-testid={`stat-${key}`}>
                <td class={home > away ? 'value more' : 'value'}>{home}</td>
                <td class="bar">
                  <span class="bar-home" style={{ width: share(home, away) }} />
                </td>
                <th scope="row">{label}</th>
                <td class="bar">
                  <span class="bar-away" style={{ width: share(away, home) }} />
                </td>
                <td class={away > home ? 'value more' : 'value'}>{away}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

const share = (of: number, other: number): string => `${of + other === 0 ? 0 : Math.round((100 * of) / (of + other))}%`;
