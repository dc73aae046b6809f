// A log entry for the REST interface.
import { type LogEntryResource, type LoggedMarker, toLoggedMarker } from '../../protocol/rest/match-log.ts';
import { type Names, publicGoal } from '../match/public-names.ts';
import type { States } from '../match/replay.ts';
import type { StoredEntry } from '../store/log/read.ts';
import type { ManualResult } from '../match/command.ts';
import { isoTime } from '../../protocol/wire/iso-time.ts';

const IMPORTED = 'An import: names, line-ups, the schedule or given results changed. States show the current ones.';
const LINEUP = 'Shirt numbers or fill-ins of this match changed.';
const UNKNOWN = 'Imported data was changed later, and only its newest version is stored.';

/** `states`: undefined unless requested. `names`: how to show names to readers who are not staff; null shows full names. */
export function entryResource(
  { seq, at, change, token }: StoredEntry,
  states: States | undefined,
  names: Names | null,
): LogEntryResource {
  const isImport = 'edited' in change;
  const put = isImport ? [] : (change.put ?? []);
  const isUnknown = states !== undefined && (states.before === null || states.after === null);
  const edit = token === null ? IMPORTED : LINEUP;
  const notes = [...(isImport ? [edit] : []), ...(isUnknown ? [UNKNOWN] : [])];
  const [marker] = put;
  return {
    seq,
    at: isoTime(at),
    happened_at: marker === undefined ? null : isoTime(marker.at),
    cause: isImport ? [{ action: 'edited' }] : [...change.cause],
    markers: put.map((entry) => publicMarker(toLoggedMarker(entry), names)),
    by_hand: change.hand === undefined ? null : byHand(change.hand, names),
    token,
    ...(states === undefined ? {} : { state: { before: states.before, after: states.after } }),
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}

function byHand({ scores = {}, goals }: ManualResult, names: Names | null): NonNullable<LogEntryResource['by_hand']> {
  const corrections = Object.entries(scores).map(([team, entries]) => [team, entries.at(-1)?.offset ?? 0] as const);
  const list = goals?.at(-1)?.list ?? null;
  return {
    corrections: Object.fromEntries(corrections),
    goals: list && list.map(({ marker: _, ...goal }) => (names === null ? goal : publicGoal(goal, names))),
  };
}

function publicMarker(marker: LoggedMarker, names: Names | null): LoggedMarker {
  if (names === null) return marker;
  const { label, scorer, primary_player_type: type } = marker;
  return {
    ...marker,
    ...(label === undefined ? {} : { label: names.text(label) }),
    ...(scorer === undefined ? {} : { scorer: names.plain(scorer, type) }),
  };
}
