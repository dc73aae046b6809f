// The line-ups: both sides side by side, or one side; as a formation where the places on the pitch are known.
import type { Side } from '../../../protocol/wire/board.ts';
import type { Facts, FactsLineup, FactsLineups } from '../../../protocol/rest/facts.ts';
import { hasFormation } from '../shared/formation.ts';
import { NumberedNames } from '../shared/numbered-names.tsx';
import { Pitch } from '../shared/pitch.tsx';
import type { Words } from '../shared/words.ts';
import { sidesNamed } from './lineup-sides.ts';
import type { Scene, SideLook } from './scene.ts';
import { Badge, Versus } from './versus.tsx';

/** Draws nothing while no line-up is known. */
export function LineupGraphic({ scene, facts }: { scene: Scene; facts: Facts }) {
  const { options, words } = scene;
  const lineups = facts.lineups[scene.matchId];
  const shown = sidesNamed(lineups, options);
  if (!lineups || shown.length === 0) return null;
  if (hasFormation(shown.map((side) => lineups[side])))
    return <Formation scene={scene} lineups={lineups} shown={shown} />;
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

type FormationProps = {
  readonly scene: Scene;
  readonly lineups: FactsLineups;
  /** One side or both. */
  readonly shown: readonly Side[];
};

/** The starters on a pitch: both sides in their halves, or one side on the whole pitch with its substitutes below. */
function Formation({ scene, lineups, shown }: FormationProps) {
  const { sides, words } = scene;
  const [alone] = shown.length === 1 ? shown : [];
  const teams = shown.map((side) => ({
    side: alone === undefined ? side : ('alone' as const),
    lineup: lineups[side],
    colors: sides[side],
  }));
  return (
    <section class="panel formation" data-testid="lineup" data-sides={shown.length} aria-label={words.lineups}>
      {alone === undefined ? <Versus scene={scene} title={words.lineups} /> : <TeamHead look={sides[alone]} />}
      <Pitch teams={teams} label={words.lineups} captain={words.captainShort} />
      {alone !== undefined && <Bench lineup={lineups[alone]} words={words} />}
    </section>
  );
}

const TeamHead = ({ look }: { look: SideLook }) => (
  <h3 class="lineup-team" style={{ '--team': look.color, '--team-ink': look.ink }}>
    <Badge look={look} />
    <bdi class="lineup-name">{look.name}</bdi>
  </h3>
);

/** Draws nothing without substitutes. */
function Bench({ lineup: { substitutes }, words }: { lineup: FactsLineup; words: Words }) {
  if (substitutes.length === 0) return null;
  return (
    <p class="bench">
      <b>{words.substitutes}</b> <NumberedNames players={substitutes.slice(0, BENCH)} between=" · " />
    </p>
  );
}

/** Above this number of starters (a pick-up game), the lines are smaller. */
const ELEVEN = 11;
/** The number of substitutes that fit in two lines of names. */
const BENCH = 12;

function SideList({ scene: { sides, words }, side, lineup }: { scene: Scene; side: Side; lineup: FactsLineup }) {
  const look = sides[side];
  const crowded = lineup.starters.length > ELEVEN;
  return (
    <div class={`lineup-side ${side}`} data-testid={`lineup-${side}`}>
      <TeamHead look={look} />
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
      <Bench lineup={lineup} words={words} />
    </div>
  );
}
