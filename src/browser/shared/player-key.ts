// The player of an entry, the same for all entries of one player.
import type { BoardPlayer } from '../../../protocol/wire/board.ts';

/** By id, where a player without a type is a user (rule STAT-6); else by name in any letter case. Null without both. */
export const playerKey = ({ id, name, type = 'user' }: BoardPlayer): string | null =>
  id === undefined ? (name?.toLowerCase() ?? null) : `${type} ${id}`;
