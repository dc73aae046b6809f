// The check before the first entry: the match, the players, the colours and the goalkeepers.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Side } from '../../../protocol/wire/board.ts';
import { useObservable } from '../shared/observable.ts';
import { nameText } from './name-text.tsx';
import type { Scoring } from './scoring.ts';
import type { Draft } from './draft.ts';
import { words } from './console-words.ts';
import { FaultLine } from './fault-line.tsx';
import { teamKeyOf } from './fixture-lineup.ts';
import { useKeptFocus } from './kept-focus.ts';
import { LineupDialog } from './lineup-dialog.tsx';
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
  const { fixture, link, entries, refusedChanges } = useObservable(scoring.view);
  const [dialog, setDialog] = useState<{ readonly side: Side; readonly player: Player | null } | null>(null);
  const team = dialog && teamKeyOf(fixture.kind, dialog.side, pairing[dialog.side]);
  // The goalkeepers named last, on this phone or at the server.
  const now = scoring.boardOf(pairing)?.board.keepers ?? {};
  const [fault, setFault] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
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
    const isNamed = isNew('home', home) || isNew('away', away);
    const saved = isNamed ? scoring.press(pairing, 'Keeper', keepers(home, away)) : Promise.resolve();
    setSaving(true);
    saved.then(onReady, () => {
      setSaving(false);
      setFault(words.notSaved);
    });
  }

  return (
    <main class="lineup">
      <h1 dir="auto">{nameText(fixture.title)}</h1>
      {link.state === 'refused' && <FaultLine text={`${link.problem.error} ${link.problem.hint ?? ''}`} />}
      {fixture.pairings.length > 1 && (
        <div class="pairings" role="group" aria-label={words.pairings}>
          {fixture.pairings.map((one) => (
            <button
              key={one.id}
              aria-pressed={one.id === pairing.id}
              disabled={one.away === null || isSaving}
              onClick={() => {
                setPicked({});
                onPairing(one);
              }}
            >
              <bdi>{nameText(one.home.name)}</bdi> – <bdi>{nameText(one.away?.name ?? words.bye)}</bdi>
              {refusedIn(entries, one.id).length > 0 && ` ${words.refusedOf(refusedIn(entries, one.id).length)}`}
            </button>
          ))}
        </div>
      )}
      {refusedChanges.map(({ order, action, problem }) => (
        <p class="fault" role="alert" key={order} data-testid="refused-change">
          {words.changeRefused(action.what)} {problem?.error} {problem?.hint}{' '}
          <button onClick={() => void scoring.discard({ order }).catch(() => setFault(words.notSaved))}>
            {words.discard}
          </button>
        </p>
      ))}
      <div class="teams">
        {SIDES.map((side) => (
          <TeamSheet
            key={side}
            side={side}
            team={pairing[side]}
            players={pairing.players.filter((player) => player.side === side)}
            keeper={keeperOf(side)}
            isSaving={isSaving}
            onKeeper={(player) => setPicked({ ...picked, [side]: player })}
            onEdit={
              teamKeyOf(fixture.kind, side, pairing[side]) === null ? null : (player) => setDialog({ side, player })
            }
          />
        ))}
      </div>
      {dialog !== null && team !== null && (
        <LineupDialog
          player={dialog.player}
          team={team}
          onChange={(change) => {
            setDialog(null);
            vibrate();
            scoring.changeLineup(pairing, change).catch(() => setFault(words.notSaved));
          }}
          onClose={() => setDialog(null)}
        />
      )}
      <FaultLine text={fault} />
      <div class="actions sticky">
        <button class="done" data-testid="ready" disabled={isSaving} onClick={ready}>
          {words.startScoring}
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
  /** The goalkeepers are being saved: a choice would be too late. */
  readonly isSaving: boolean;
  readonly onKeeper: (player: Player | null) => void;
  /** Changes a player, or adds a fill-in (null). Null where the server has no name for the side. */
  readonly onEdit: ((player: Player | null) => void) | null;
};

export function TeamSheet({ side, team, players, keeper, isSaving, onKeeper, onEdit }: TeamSheetProps) {
  const named = players.filter(({ id }) => id !== null);
  return (
    <section class={`team-sheet ${side}`} style={colorsOf(side, team)}>
      <h2 class="shirt" dir="auto">
        {nameText(team?.name ?? words.bye)}
      </h2>
      <label class="keeper">
        {words.goalkeeper}
        <select
          value={keeper === null ? '' : keyOf(keeper)}
          disabled={isSaving}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onKeeper(named.find((player) => keyOf(player) === value) ?? null);
          }}
        >
          <option value="">{words.unknown}</option>
          {named.map((player) => (
            <option key={keyOf(player)} value={keyOf(player)}>
              {player.number === null ? player.name : `${player.number} ${player.name}`}
            </option>
          ))}
        </select>
      </label>
      <Names players={players.filter(({ isStarter }) => isStarter)} onEdit={onEdit} />
      {players.some(({ isStarter }) => !isStarter) && (
        <>
          <h3>{words.substitutes}</h3>
          <Names players={players.filter(({ isStarter }) => !isStarter)} onEdit={onEdit} />
        </>
      )}
      {players.length === 0 && <p class="quiet">{words.noLineupYet}</p>}
      {onEdit !== null && team !== null && (
        <button class="add-fill-in" onClick={() => onEdit(null)}>
          + {words.addFillIn}
        </button>
      )}
    </section>
  );
}

function Names({ players, onEdit }: Pick<TeamSheetProps, 'players' | 'onEdit'>) {
  return (
    <ol class="names">
      {players.map((player) => (
        <NameRow key={keyOf(player)}>
          {onEdit !== null && (player.id !== null || player.fillIn !== undefined) ? (
            <button class="number" aria-label={numberLabel(player)} onClick={() => onEdit(player)}>
              {player.number ?? '·'}
            </button>
          ) : (
            <span class="number">{player.number ?? '·'}</span>
          )}
          <bdi>
            {nameText(player.name)}
            {player.isCaptain && ` ${words.captainShort}`}
            {player.fillIn !== undefined && <small> · {words.fillIn}</small>}
          </bdi>
        </NameRow>
      ))}
    </ol>
  );
}

/** A fill-in who goes leaves the focus to the button that adds one. */
function NameRow({ children }: { readonly children: ComponentChildren }) {
  const ref = useKeptFocus<HTMLLIElement>(() =>
    document.querySelector<HTMLElement>('.team-sheet:focus-within .add-fill-in'),
  );
  return <li ref={ref}>{children}</li>;
}

/** The name of the button holds its text, so that a person who speaks the number presses it. */
const numberLabel = ({ name, number }: Player): string =>
  number === null ? words.numberOf(name) : `${words.numberOf(name)}: ${number}`;
