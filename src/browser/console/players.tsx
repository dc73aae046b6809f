// The choice of a player: large buttons by shirt number, with "no player" first.
import type { Asked } from './marker-words.ts';
import type { Player } from './fixture.ts';

type PlayersProps = {
  readonly asked: Asked;
  readonly players: readonly Player[];
  /** The current choice, highlighted. */
  readonly chosen: Player | null;
  /** Digits typed on a keyboard. */
  readonly typed: string;
  readonly onPick: (player: Player | null) => void;
};

export function Players({ asked, players, chosen, typed, onPick }: PlayersProps) {
  const groups = [players.filter(({ isStarter }) => isStarter), players.filter(({ isStarter }) => !isStarter)];
  return (
    <section class="players" aria-label={asked.question}>
      <h3 class="question">{asked.question}</h3>
      <div class="grid">
        <button type="button" class="player nobody" onClick={() => onPick(null)}>
          {asked.nobody}
        </button>
        {groups[0]?.map((player) => (
          <PlayerButton key={keyOf(player)} {...{ player, chosen, typed, onPick }} />
        ))}
      </div>
      {groups[1] !== undefined && groups[1].length > 0 && (
        <>
          <h4 class="bench">Substitutes</h4>
          <div class="grid">
            {groups[1].map((player) => (
              <PlayerButton key={keyOf(player)} {...{ player, chosen, typed, onPick }} />
            ))}
          </div>
        </>
      )}
      {players.length === 0 && (
        <p class="quiet">No line-up is known for this side: the entry is recorded without a name.</p>
      )}
    </section>
  );
}

export const keyOf = ({ type, id, name }: Player): string => `${type ?? 'guest'} ${id ?? name}`;

function PlayerButton({ player, chosen, typed, onPick }: Omit<PlayersProps, 'asked' | 'players'> & { player: Player }) {
  const isChosen = chosen !== null && keyOf(chosen) === keyOf(player);
  const isTyped = typed !== '' && String(player.number) === typed;
  return (
    <button
      type="button"
      class={`player${isChosen ? ' chosen' : ''}${isTyped ? ' typed' : ''}`}
      aria-pressed={isChosen}
      onClick={() => onPick(player)}
    >
      {player.number !== null && <span class="number">{player.number}</span>}
      <span class="name" dir="auto">
        {player.name}
        {player.isCaptain && <abbr title="captain"> (C)</abbr>}
      </span>
    </button>
  );
}
