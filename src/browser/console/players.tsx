// The choice of a player: large buttons by shirt number, with "no player" first.
import type { PlayerQuestion } from './marker-words.ts';
import type { Player } from './fixture.ts';

type PlayersProps = {
  readonly question: PlayerQuestion;
  readonly players: readonly Player[];
  /** The current choice, highlighted. */
  readonly chosen: Player | null;
  /** Digits typed on a keyboard. */
  readonly typed: string;
  readonly onPick: (player: Player | null) => void;
};

export function Players({ question, players, chosen, typed, onPick }: PlayersProps) {
  const buttonsOf = (group: readonly Player[]) =>
    group.map((player) => <PlayerButton key={keyOf(player)} {...{ player, chosen, typed, onPick }} />);
  const substitutes = players.filter(({ isStarter }) => !isStarter);
  return (
    <section class="players" aria-label={question.question}>
      <h3>{question.question}</h3>
      <div class="grid">
        <button class="player no-player" onClick={() => onPick(null)}>
          {question.noPlayer}
        </button>
        {buttonsOf(players.filter(({ isStarter }) => isStarter))}
      </div>
      {substitutes.length > 0 && (
        <>
          <h4 class="bench">Substitutes</h4>
          <div class="grid">{buttonsOf(substitutes)}</div>
        </>
      )}
      {players.length === 0 && <p class="quiet">This side has no line-up. The entry is recorded without a name.</p>}
    </section>
  );
}

export const keyOf = ({ type, id, name }: Player): string => `${type ?? 'guest'} ${id ?? name}`;

type PlayerButtonProps = Pick<PlayersProps, 'chosen' | 'typed' | 'onPick'> & { readonly player: Player };

function PlayerButton({ player, chosen, typed, onPick }: PlayerButtonProps) {
  const isChosen = chosen !== null && keyOf(chosen) === keyOf(player);
  const isTyped = typed !== '' && String(player.number) === typed;
  return (
    <button
      class={`player${isChosen ? ' chosen' : ''}${isTyped ? ' typed' : ''}`}
      aria-pressed={isChosen}
      onClick={() => onPick(player)}
    >
      {player.number !== null && <span class="number">{player.number}</span>}
      <bdi class="name">
        {player.name}
        {player.isCaptain && <abbr title="captain"> (C)</abbr>}
      </bdi>
    </button>
  );
}
