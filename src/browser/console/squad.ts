// Who is on the pitch at a moment: the line-up, changed by the substitutions and cards before that moment.
import type { BoardPlayer } from '../../../protocol/wire/board.ts';
import { isSame, type Player } from './fixture.ts';
import { type Events, inTimeOrder } from '../shared/time-order.ts';

export type SquadPlayer = {
  readonly player: Player;
  readonly isOnPitch: boolean;
  readonly yellowCards: number;
  readonly isSentOff: boolean;
};

/** The players at the time of entry `id`, which does not count itself; `at` is ms since 1970. */
export function squadAt(players: readonly Player[], events: Events, at: number, id: string): readonly SquadPlayer[] {
  const earlier = inTimeOrder(events).filter(([key, event]) => key !== id && Date.parse(event.at) <= at);
  return players.map((player) => {
    const isHim = (named: BoardPlayer | undefined): boolean =>
      named !== undefined &&
      (named.id === undefined
        ? player.id === null && named.name === player.name
        : isSame(player, named.id, named.type));
    let isOnPitch = player.isStarter;
    let yellowCards = 0;
    let isSentOff = false;
    for (const [, { type, player: primary, second_player: second }] of earlier) {
      if (type === 'Substitution' && isHim(primary)) isOnPitch = false;
      else if (type === 'Substitution' && isHim(second)) isOnPitch = true;
      else if (type === 'YellowCard' && isHim(primary)) yellowCards += 1;
      else if (type === 'RedCard' && isHim(primary)) isSentOff = true;
    }
    return { player, isOnPitch, yellowCards, isSentOff };
  });
}
