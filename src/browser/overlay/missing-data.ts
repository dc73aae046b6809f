// Which widgets in the address have no data: they are listed for the operator, and take no turn.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import type { Facts } from '../../../protocol/rest/facts.ts';
import { isBoards } from '../shared/match-events.ts';
import { monitorLanguages } from '../shared/monitor-languages.ts';
import { sidesNamed } from './lineup-sides.ts';
import type { OverlayOptions, Widget } from './options.ts';
import { currentPairing } from '../shared/on-air.ts';

/** Widgets that work on a feed. */
const OF_FEEDS: ReadonlySet<Widget> = new Set<Widget>(['scorebug', 'standings', 'fixtures', 'sponsor']);

/** One line for each widget without data; empty when all data is there. */
export function missingOf(state: ChannelState | null, facts: Facts, options: OverlayOptions): readonly string[] {
  if (state === null) return [monitorLanguages[options.lang].nothingYet];
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
  const { missing } = monitorLanguages[options.lang];
  if (widget === 'standings') {
    if (facts.tables.length === 0) return missing.table;
    const isThere = options.group === undefined || facts.tables.some(({ group }) => group === options.group);
    return isThere ? null : missing.group(options.group ?? '');
  }
  if (widget === 'fixtures' && facts.next.length === 0) return missing.next;
  if (widget === 'sponsor' && options.sponsors.length === 0) return missing.sponsors;
  if (!isBoards(state)) return OF_FEEDS.has(widget) ? null : missing.oneMatch;
  if (options.match !== undefined && !(options.match in state.matches)) return missing.match(options.match);
  const matchId = currentPairing(state, options.match);
  if (matchId === null) return missing.sides;
  if (widget === 'lineup' && !(matchId in facts.lineups)) return missing.lineup;
  if (widget === 'countdown' && facts.kick_off === null) return missing.kickOff;
  return null;
}
