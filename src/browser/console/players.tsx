// The choice of a player: large buttons by shirt number, with "no player" first.
import { words } from './console-words.ts';
import type { PlayerQuestion } from './marker-words.ts';
import type { Player } from './fixture.ts';
import { nameText } from './name-text.tsx';
import type { SquadPlayer } from './squad.ts';

type PlayersProps = {
  readonly question: PlayerQuestion;
  readonly players: readonly SquadPlayer[];
  /** The current choice, highlighted. */
  readonly chosen: Player | null;
  /** Digits typed on a keyboard. */
  readonly typed: string;
  readonly onPick: (player: Player | null) => void;
};

export function Players({ question, players, chosen, typed, onPick }: PlayersProps) {
  const pitch = { title: words.onPitch, group: players.filter(({ isOnPitch }) => isOnPitch) };
  const bench = { title: words.bench, group: players.filter(({ isOnPitch }) => !isOnPitch) };
  const groups = question.isForBench === true && bench.group.length > 0 ? [bench, pitch] : [pitch, bench];
  return (
    <section class="players" aria-label={question.question}>
      <h3>{question.question}</h3>
      {groups.map(({ title, group }, place) => (
        <div key={title} class="players">
          {group.length > 0 && bench.group.length > 0 && <h4 class="group">{title}</h4>}
          {(group.length > 0 || place === 0) && (
            <div class="grid">
              {place === 0 && (
                <button class="player no-player" onClick={() => onPick(null)}>
                  {question.noPlayer}
                </button>
              )}
              {group.map((one) => (
                <PlayerButton key={keyOf(one.player)} one={one} chosen={chosen} typed={typed} onPick={onPick} />
              ))}
            </div>
          )}
        </div>
      ))}
      {players.length === 0 && <p class="quiet">{words.noLineup}</p>}
    </section>
  );
}

export const keyOf = ({ type, id, name, fillIn }: Player): string => `${type ?? 'guest'} ${id ?? fillIn ?? name}`;

type PlayerButtonProps = Pick<PlayersProps, 'chosen' | 'typed' | 'onPick'> & { readonly one: SquadPlayer };

function PlayerButton({ one: { player, yellowCards, isSentOff }, chosen, typed, onPick }: PlayerButtonProps) {
  const isChosen = chosen !== null && keyOf(chosen) === keyOf(player);
  const isTyped = typed !== '' && String(player.number) === typed;
  return (
    <button
      class={`player${isChosen ? ' chosen' : ''}${isTyped ? ' typed' : ''}`}
      aria-pressed={isChosen}
      onClick={() => onPick(player)}
    >
      <span class="marks">
        {player.number !== null && <span class="number">{player.number}</span>}
        {yellowCards > 0 && (
          <span class="card yellow" role="img" aria-label={words.yellowCards(yellowCards)}>
            {yellowCards}
          </span>
        )}
        {isSentOff && <span class="card red" role="img" aria-label={words.sentOff} />}
      </span>
      <bdi class="name">
        {nameText(player.name)}
        {player.isCaptain && <abbr title={words.captain}> {words.captainShort}</abbr>}
      </bdi>
    </button>
  );
}
