// Which widgets in the address have no data: they are listed for the operator, and take no turn.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { isBoards } from '../shared/match-events.ts';
import { sidesNamed } from './lineup-sides.ts';
import type { OverlayOptions, Widget } from './options.ts';
import { currentPairing } from '../shared/on-air.ts';

/** Widgets that work on a feed. */
const OF_FEEDS: ReadonlySet<Widget> = new Set<Widget>(['scorebug', 'standings', 'fixtures', 'sponsor']);

/** One line for each widget without data; empty when all data is there. */
export function missingOf(state: ChannelState | null, facts: Facts, options: OverlayOptions): readonly string[] {
  if (state === null) return ['There is nothing to show yet.'];
  return options.widgets.flatMap((widget) => {
    const line = missingReason(widget, state, facts, options);
    return line === null ? [] : [`${widget}: ${line}`];
  });
}

/** Whether a large graphic has something to show now. */
export function hasPanel(widget: Widget, state: ChannelState, facts: Facts, options: OverlayOptions): boolean {
  if (missingReason(widget, state, facts, options) !== null) return false;
  if (!isBoards(state)) return true;
  const matchId = currentPairing(state, options.match) ?? '';
  if (widget === 'countdown') return state.matches[matchId]?.status === 'scheduled';
  return widget !== 'lineup' || sidesNamed(facts.lineups[matchId], options).length > 0;
}

function missingReason(widget: Widget, state: ChannelState, facts: Facts, options: OverlayOptions): string | null {
  if (widget === 'standings') {
    if (facts.tables.length === 0) return 'there is no table for this channel.';
    const isThere = options.group === undefined || facts.tables.some(({ group }) => group === options.group);
    return isThere ? null : `there is no group ${options.group}.`;
  }
  if (widget === 'fixtures' && facts.next.length === 0) return 'no match is to come.';
  if (widget === 'sponsor' && options.sponsors.length === 0) return 'the address has no sponsors.';
  if (!isBoards(state)) return OF_FEEDS.has(widget) ? null : `is for one match, not for a ${state.kind}.`;
  if (options.match !== undefined && !(options.match in state.matches))
    return `this channel has no match ${options.match}.`;
  const matchId = currentPairing(state, options.match);
  if (matchId === null) return 'this channel has no match with two sides.';
  if (widget === 'lineup' && !(matchId in facts.lineups)) return 'the match has no line-up.';
  if (widget === 'countdown' && facts.kick_off === null) return 'the match has no kick-off time.';
  return null;
}
