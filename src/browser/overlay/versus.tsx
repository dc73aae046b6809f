// The head of a large graphic: both teams and the score.
import type { Side } from '../../../protocol/wire/board.ts';
import type { Scene, SideLook } from './scene.ts';
import { ThemeCrest } from './theme-crest.tsx';

export function Versus({ scene: { board, sides, options, words }, title }: { scene: Scene; title: string }) {
  const { home, away } = board.score;
  return (
    <header class="versus">
      <h2 class="versus-title">
        <ThemeCrest options={options} place="panel" />
        {title}
      </h2>
      <div class="versus-row">
        <VersusSide side="home" look={sides.home} />
        <span class="versus-score">{home === undefined || away === undefined ? words.versus : `${home}–${away}`}</span>
        <VersusSide side="away" look={sides.away} />
      </div>
    </header>
  );
}

function VersusSide({ side, look }: { side: Side; look: SideLook }) {
  return (
    <div class={`versus-side ${side}`} style={{ '--team': look.color }}>
      <Badge look={look} />
      <bdi class="versus-name">{look.name}</bdi>
    </div>
  );
}

/** Draws nothing when there is no badge, or when the image does not load. */
export function Badge({ look }: { look: SideLook }) {
  if (look.badge === null) return null;
  return <img class="badge" src={look.badge} alt="" onError={(event) => event.currentTarget.remove()} />;
}
