// Mends a shirt number, or names a fill-in player, for this match only.
import { useState } from 'preact/hooks';
import type { LineupPatch } from '../../../protocol/rest/lineups.ts';
import { words } from './console-words.ts';
import { Actions, Dialog, onEnter } from './dialog.tsx';
import { FaultLine } from './fault-line.tsx';
import type { Player } from './fixture.ts';
import { markerId } from './marker-id.ts';
import type { LineupAction } from './outbox-entry.ts';

/** A player to change, or null for a new fill-in. */
type LineupDialogProps = {
  readonly player: Player | null;
  /** The side as the server names it. */
  readonly team: 'home' | 'away' | number;
  readonly onChange: (change: Omit<LineupAction, 'kind'>) => void;
  readonly onClose: () => void;
};

const NAME_MAX = 200;

export function LineupDialog({ player, team, onChange, onClose }: LineupDialogProps) {
  const [number, setNumber] = useState(player?.number?.toString() ?? '');
  const [name, setName] = useState(player?.name ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const isFillIn = player === null || player.fillIn !== undefined;
  const title = player === null ? words.addFillIn : words.numberOf(player.name);

  function save(): void {
    const jersey = number.trim() === '' ? null : Number(number);
    if (jersey !== null && !(Number.isInteger(jersey) && jersey >= 1 && jersey <= 99)) setFault(words.notANumber);
    else if (isFillIn && name.trim() === '') setFault(words.noName);
    else onChange(isFillIn ? fillInChange(player, team, name.trim(), jersey) : numberChange(player, jersey));
  }
  const onKeyDown = onEnter(save);

  return (
    <Dialog title={title} onClose={onClose} isSmall>
      <label class="lineup-field">
        {words.shirtNumber}
        <input
          type="text"
          inputMode="numeric"
          autocomplete="off"
          maxLength={2}
          value={number}
          onInput={(event) => {
            setFault(null);
            setNumber(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {isFillIn && (
        <label class="lineup-field">
          {words.playerName}
          <input
            type="text"
            autocomplete="off"
            maxLength={NAME_MAX}
            value={name}
            dir="auto"
            onInput={(event) => {
              setFault(null);
              setName(event.currentTarget.value);
            }}
            onKeyDown={onKeyDown}
          />
        </label>
      )}
      <p class="quiet">{words.forThisMatch}</p>
      <FaultLine text={fault} />
      {player?.fillIn !== undefined && (
        <button class="wide" onClick={() => onChange(removal(player, team))}>
          {words.removeFillIn}
        </button>
      )}
      <Actions quiet={{ label: words.cancel, run: onClose }} main={{ label: words.save, run: save }} />
    </Dialog>
  );
}

function numberChange(player: Player, jersey_number: number | null): Omit<LineupAction, 'kind'> {
  const { id, type, name } = player;
  const players = [{ id: id ?? 0, player_type: type, jersey_number }];
  return { key: `${type} ${id}`, body: { players }, what: words.numberOf(name) };
}

/** One fill-in; the type of a body depends on the type of its team. */
const fillInBody = (team: 'home' | 'away' | number, fillIn: Omit<FillIn, 'team'>): LineupPatch =>
  typeof team === 'number' ? { fill_ins: [{ ...fillIn, team }] } : { fill_ins: [{ ...fillIn, team }] };
type FillIn = NonNullable<LineupPatch['fill_ins']>[number];

function fillInChange(
  player: Player | null,
  team: 'home' | 'away' | number,
  name: string,
  jersey_number: number | null,
): Omit<LineupAction, 'kind'> {
  const id = player?.fillIn ?? markerId(Date.now());
  const is_substitute = player !== null && !player.isStarter;
  return { key: id, body: fillInBody(team, { id, name, jersey_number, is_substitute }), what: words.fillInOf(name) };
}

const removal = ({ fillIn = '', name }: Player, team: 'home' | 'away' | number): Omit<LineupAction, 'kind'> => ({
  key: fillIn,
  body: fillInBody(team, { id: fillIn, name: null }),
  what: words.fillInOf(name),
});
