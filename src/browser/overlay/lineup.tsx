// The line-ups: both sides side by side, or one side.
import type { Side } from '../../../protocol/wire/board.ts';
import type { Facts, FactsLineup, FactsPlayer } from '../../../protocol/rest/facts.ts';
import { SIDES } from '../shared/side.ts';
import type { Scene } from './scene.ts';
import { Badge } from './versus.tsx';

/** Draws nothing while no line-up is known. */
export function LineupGraphic({ scene, facts }: { scene: Scene; facts: Facts }) {
  const { options, words } = scene;
  const lineups = facts.lineups[scene.matchId];
  if (!lineups) return null;
  const shown = SIDES.filter((side) => options.team === 'both' || options.team === side).filter((side) =>
    isNamed(lineups[side]),
  );
  if (shown.length === 0) return null;
  return (
    <section class="panel lineup" data-testid="lineup" data-sides={shown.length} aria-label={words.lineups}>
      <h2 class="panel-title">{words.lineups}</h2>
      <div class="lineup-sides">
        {shown.map((side) => (
          <SideList key={side} scene={scene} side={side} lineup={lineups[side]} />
        ))}
      </div>
    </section>
  );
}

export const isNamed = ({ starters, substitutes }: FactsLineup): boolean => starters.length + substitutes.length > 0;

/** Above this number of starters (a pick-up game), the lines are smaller. */
const ELEVEN = 11;
/** The number of substitutes that fit in two lines of names. */
const BENCH = 12;

function SideList({ scene: { sides, words }, side, lineup }: { scene: Scene; side: Side; lineup: FactsLineup }) {
  const look = sides[side];
  const crowded = lineup.starters.length > ELEVEN;
  return (
    <div
      class={`lineup-side ${side}`}
      style={{ '--team': look.color, '--team-ink': look.ink }}
      data-testid={`lineup-${side}`}
    >
      <h3 class="lineup-team">
        <Badge look={look} />
        <bdi class="lineup-name">{look.name}</bdi>
      </h3>
      <ol class={crowded ? 'lineup-players crowded' : 'lineup-players'}>
        {lineup.starters.slice(0, 2 * ELEVEN).map((player, index) => (
          <li key={index}>
            <span class="shirt">{player.number ?? ''}</span>
            <bdi class="who">{player.name}</bdi>
            {player.captain && <span class="captain">{words.captainShort}</span>}
            {player.position !== null && <span class="role">{player.position}</span>}
          </li>
        ))}
      </ol>
      {lineup.substitutes.length > 0 && (
        <p class="bench">
          <b>{words.substitutes}</b> {lineup.substitutes.slice(0, BENCH).map(benchName).join(' · ')}
        </p>
      )}
    </div>
  );
}

const benchName = ({ number, name }: FactsPlayer): string => (number === null ? name : `${number} ${name}`);
