// The two sides of a match. protocol/wire/board.ts has the same list, but its schemas are too large for these pages.
import type { Side } from '../../../protocol/wire/board.ts';

export const SIDES: readonly Side[] = ['home', 'away'];
export const other = (side: Side): Side => (side === 'home' ? 'away' : 'home');
