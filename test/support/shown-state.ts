// One of the states that screens and overlays are tested with, by its name.
import type { ChannelState } from '../../protocol/wire/board.ts';
import { shownStates } from './shown-states.ts';

export function shownState(name: string): ChannelState {
  const state = shownStates()[name];
  if (!state) throw new Error(`There is no state "${name}".`);
  return state;
}
