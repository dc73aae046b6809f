// The statistics of both sides, next to each other.
import { Versus } from './versus.tsx';
import type { Scene } from './scene.ts';

const COUNTS = [
  'shots_on_target',
  'shots_off_target',
  'missed_chances',
  'chances_created',
  'gk_saves',
  'defensive_contributions',
  'fouls',
] as const;
/** Shown even while their counts are zero. */
const ALWAYS: ReadonlySet<string> = new Set(['shots_on_target', 'fouls', 'yellow']);

export function Stats({ scene }: { scene: Scene }) {
  const { board, sides, words } = scene;
  const { stats, cards } = board;
  const rows = [
    ...COUNTS.map((key) => ({ key, label: words.stats[key], home: stats.home[key], away: stats.away[key] })),
    { key: 'yellow', label: words.yellowCards, home: cards.home.yellow, away: cards.away.yellow },
    { key: 'red', label: words.redCards, home: cards.home.red, away: cards.away.red },
  ];
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
