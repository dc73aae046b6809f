// The check before the first entry: the match, the players, the colours and the goalkeepers.
import { useState } from 'preact/hooks';
import type { Side } from '../../../protocol/wire/board.ts';
import { useObservable } from '../shared/observable.ts';
import type { Scoring } from './scoring.ts';
import type { Draft } from './draft.ts';
import { isSame, type Pairing, type Player, type Team } from './fixture.ts';
import { refusedIn } from './outbox-entry.ts';
import { keyOf } from './players.tsx';
import { SIDES } from '../shared/side.ts';
import { colorsOf } from './team-column.tsx';
import { vibrate } from './vibrate.ts';

type LineupProps = {
  readonly scoring: Scoring;
  readonly pairing: Pairing;
  readonly onPairing: (pairing: Pairing) => void;
  readonly onReady: () => void;
};

export function Lineup({ scoring, pairing, onPairing, onReady }: LineupProps) {
  const { fixture, link, entries } = useObservable(scoring.view);
  // The goalkeepers named last, on this phone or at the server.
  const now = scoring.boardOf(pairing)?.board.keepers ?? {};
  const [picked, setPicked] = useState<Readonly<Partial<Record<Side, Player | null>>>>({});
  const isNow = (side: Side, player: Player): boolean => isSame(player, now[side]?.id, now[side]?.type);
  const keeperOf = (side: Side): Player | null => {
    const chosen = picked[side];
    if (chosen !== undefined) return chosen;
    const named = pairing.players.find((player) => player.side === side && isNow(side, player));
    return (
      named ?? pairing.players.find((player) => player.side === side && player.isKeeper && player.isStarter) ?? null
    );
  };

  function ready(): void {
    vibrate();
    const [home, away] = [keeperOf('home'), keeperOf('away')];
    const isNew = (side: Side, player: Player | null): boolean => player !== null && !isNow(side, player);
    if (isNew('home', home) || isNew('away', away)) void scoring.press(pairing, 'Keeper', keepers(home, away));
    onReady();
  }

  return (
    <main class="lineup">
      <h1 dir="auto">{fixture.title}</h1>
      {link.state === 'refused' && (
        <p class="fault" role="alert">
          {link.problem.error} {link.problem.hint}
        </p>
      )}
      {fixture.pairings.length > 1 && (
        <div class="pairings" role="group" aria-label="Matches of the game">
          {fixture.pairings.map((one) => (
            <button
              key={one.id}
              aria-pressed={one.id === pairing.id}
              disabled={one.away === null}
              onClick={() => {
                setPicked({});
                onPairing(one);
              }}
            >
              <bdi>{one.home.name}</bdi> – <bdi>{one.away?.name ?? 'bye'}</bdi>
              {refusedIn(entries, one.id).length > 0 && ` (${refusedIn(entries, one.id).length} refused)`}
            </button>
          ))}
        </div>
      )}
      <div class="teams">
        {SIDES.map((side) => (
          <TeamSheet
            key={side}
            side={side}
            team={pairing[side]}
            players={pairing.players.filter((player) => player.side === side)}
            keeper={keeperOf(side)}
            onKeeper={(player) => setPicked({ ...picked, [side]: player })}
          />
        ))}
      </div>
      <div class="actions sticky">
        <button class="done" data-testid="ready" onClick={ready}>
          Start scoring
        </button>
      </div>
    </main>
  );
}

/**
 * The primary player is the home keeper, the secondary one the away keeper. A guest has no id, so a guest cannot be
 * named.
 */
function keepers(home: Player | null, away: Player | null): Partial<Draft> {
  return {
    ...(home === null || home.id === null ? {} : { primary_player_pc_id: String(home.id) }),
    ...(home === null || home.type === null ? {} : { primary_player_type: home.type }),
    ...(away === null || away.id === null ? {} : { secondary_player_pc_id: String(away.id) }),
    ...(away === null || away.type === null ? {} : { secondary_player_type: away.type }),
  };
}

type TeamSheetProps = {
  readonly side: Side;
  readonly team: Team | null;
  readonly players: readonly Player[];
  readonly keeper: Player | null;
  readonly onKeeper: (player: Player | null) => void;
};

function TeamSheet({ side, team, players, keeper, onKeeper }: TeamSheetProps) {
  const named = players.filter(({ id }) => id !== null);
  return (
    <section class={`team-sheet ${side}`} style={colorsOf(side, team)}>
      <h2 class="shirt" dir="auto">
        {team?.name ?? 'Bye'}
      </h2>
      <label class="keeper">
        Goalkeeper
        <select
          value={keeper === null ? '' : keyOf(keeper)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onKeeper(named.find((player) => keyOf(player) === value) ?? null);
          }}
        >
          <option value="">Unknown</option>
          {named.map((player) => (
            <option key={keyOf(player)} value={keyOf(player)}>
              {player.number === null ? player.name : `${player.number} ${player.name}`}
            </option>
          ))}
        </select>
      </label>
      <Names players={players.filter(({ isStarter }) => isStarter)} />
      {players.some(({ isStarter }) => !isStarter) && (
        <>
          <h3>Substitutes</h3>
          <Names players={players.filter(({ isStarter }) => !isStarter)} />
        </>
      )}
      {players.length === 0 && <p class="quiet">No line-up yet. You can record everything without names.</p>}
    </section>
  );
}

function Names({ players }: { players: readonly Player[] }) {
  return (
    <ol class="names">
      {players.map((player) => (
        <li key={keyOf(player)}>
          <span class="number">{player.number ?? '·'}</span>
          <bdi>
            {player.name}
            {player.isCaptain && ' (C)'}
          </bdi>
        </li>
      ))}
    </ol>
  );
}
