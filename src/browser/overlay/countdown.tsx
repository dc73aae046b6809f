// The time until kick-off. It disappears when the match begins.
import { useTick } from '../shared/tick.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import type { Scene } from './scene.ts';
import { Badge } from './versus.tsx';

export function Countdown({ scene, facts }: { scene: Scene; facts: Facts }) {
  const { board, sides, now, words } = scene;
  const { kick_off: kickOff } = facts;
  const left = useTick(() => (kickOff === null ? null : Math.ceil((kickOff - now()) / 1_000)));
  if (board.status !== 'scheduled' || left === null) return null;
  return (
    <section class="panel countdown" data-testid="countdown">
      {facts.competition !== null && <p class="countdown-of">{facts.competition}</p>}
      <div class="countdown-teams">
        {(['home', 'away'] as const).map((side) => (
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

/** `12:07`, `3:12:07`, or `2 d 03:12:07` from two days on. */
export function timeLeft(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const [days, hours, minutes, rest] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  if (days >= 2) return `${days} d ${two(hours)}:${two(minutes)}:${two(rest)}`;
  const allHours = days * 24 + hours;
  return allHours > 0 ? `${allHours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}
