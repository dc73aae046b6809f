// A side: its name on its colour, its badge, its cards.
import type { CardCount, GameSide, MatchSide, Side } from '../../../protocol/wire/board.ts';
import type { SideColors } from '../shared/colors.ts';
import { useFit } from '../shared/fit-text.ts';
import { WholeWords } from '../shared/whole-words.tsx';
import { useSettings } from './settings.ts';

type TeamProps = {
  readonly side: Side;
  readonly team: GameSide | MatchSide;
  readonly colors: SideColors[Side];
  readonly cards: CardCount | null;
};

export function Team({ side, team, colors, cards }: TeamProps) {
  const name = useFit<HTMLHeadingElement>(team.name, '.top');
  const badge = badgeOf(team);
  return (
    <section class={`team ${side}`} style={{ '--team': colors.color, '--team-ink': colors.ink }}>
      {badge !== undefined && <Badge badge={badge} />}
      <h2 class="name" ref={name} dir="auto">
        <WholeWords text={team.name} />
      </h2>
      {cards && cards.yellow + cards.red > 0 && <Cards cards={cards} side={side} />}
    </section>
  );
}

export const badgeOf = (team: GameSide | MatchSide | undefined): string | undefined =>
  team !== undefined && 'badge_url' in team ? team.badge_url : undefined;

export const Badge = ({ badge, className = 'badge' }: { badge: string; className?: string }) => (
  <img class={className} src={badge} alt="" onError={(event) => event.currentTarget.remove()} />
);

function Cards({ cards, side }: { cards: CardCount; side: Side }) {
  const { words } = useSettings();
  return (
    <p class="cards" data-testid={`cards-${side}`}>
      <Card kind="yellow" word={words.yellowCard} count={cards.yellow} />
      <Card kind="red" word={words.redCard} count={cards.red} />
    </p>
  );
}

const Card = ({ kind, word, count }: { kind: 'yellow' | 'red'; word: string; count: number }) =>
  count === 0 ? null : (
    <span class={`card ${kind}`} role="img" aria-label={`${word}: ${count}`}>
      {count}
    </span>
  );
