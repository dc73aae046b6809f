// The two sides of a match. (protocol/wire/board.ts says the same, with schemas that are too heavy for a phone.)
import type { Side } from '../../../protocol/wire/board.ts';

export const SIDES: readonly Side[] = ['home', 'away'];
export const other = (side: Side): Side => (side === 'home' ? 'away' : 'home');
