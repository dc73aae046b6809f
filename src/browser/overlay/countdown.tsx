// The time until kick-off. It disappears when the match begins.
import { SIDES } from '../shared/side.ts';
import { timeLeft } from '../shared/kick-off.ts';
import { useTick } from '../shared/tick.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import type { Scene } from './scene.ts';
import { ThemeCrest } from './theme-crest.tsx';
import { Badge } from './versus.tsx';

export function Countdown({ scene, facts }: { scene: Scene; facts: Facts }) {
  const { board, sides, options, now, words } = scene;
  const { kick_off: kickOff } = facts;
  const left = useTick(() => (kickOff === null ? null : Math.ceil((kickOff - now()) / 1_000)));
  if (board.status !== 'scheduled' || left === null) return null;
  return (
    <section class="panel countdown" data-testid="countdown">
      <p class="countdown-of">
        <ThemeCrest options={options} place="panel" />
        {facts.competition}
      </p>
      <div class="countdown-teams">
        {SIDES.map((side) => (
          <span key={side} class={`countdown-team ${side}`} style={{ '--team': sides[side].color }}>
            <Badge look={sides[side]} />
            <bdi class="countdown-name">{sides[side].name}</bdi>
          </span>
        ))}
      </div>
      <p class="countdown-label">{left > 0 ? words.kickOffIn : words.kickOffSoon}</p>
      {left > 0 && (
        <p class="countdown-time" role="timer" data-testid="countdown-time">
          {timeLeft(left)}
        </p>
      )}
    </section>
  );
}
