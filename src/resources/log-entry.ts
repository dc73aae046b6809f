// A log entry for the REST interface.
import type { LogEntryResource, LoggedMarker } from '../../protocol/rest/match-log.ts';
import type { PlayerRef } from '../../protocol/rest/marker.ts';
import { withoutUndefined } from '../../protocol/rest/bodies.ts';
import type { States } from '../match/replay.ts';
import type { StoredEntry } from '../store/log/read.ts';
import type { ManualResult, StoredMarker } from '../match/command.ts';

const IMPORTED =
  'An import: names, line-ups, the schedule or given results changed. States are told with those of now.';
const UNKNOWN = 'What an import brought was changed later, and only its newest version is stored.';

/** `states`: undefined unless requested. */
export function entryResource({ seq, at, change, token }: StoredEntry, states: States | undefined): LogEntryResource {
  const isImport = 'edited' in change;
  const put = isImport ? [] : (change.put ?? []);
  const isUnknown = states !== undefined && (states.before === null || states.after === null);
  const notes = [...(isImport ? [IMPORTED] : []), ...(isUnknown ? [UNKNOWN] : [])];
  const [marker] = put;
  return {
    seq,
    at: iso(at),
    happened_at: marker === undefined ? null : iso(marker.at),
    cause: isImport ? [{ action: 'edited' }] : [...change.cause],
    markers: put.map(loggedMarker),
    by_hand: change.hand === undefined ? null : byHand(change.hand),
    token,
    ...(states === undefined ? {} : { state: { before: states.before, after: states.after } }),
    ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

function byHand({ scores = {}, goals }: ManualResult): NonNullable<LogEntryResource['by_hand']> {
  const corrections = Object.entries(scores).map(([team, entries]) => [team, entries.at(-1)?.offset ?? 0] as const);
  const list = goals?.at(-1)?.list ?? null;
  return {
    corrections: Object.fromEntries(corrections),
    goals: list && list.map(({ marker: _, ...goal }) => goal),
  };
}

/** The marker as it is posted. */
const loggedMarker = (marker: StoredMarker): LoggedMarker =>
  withoutUndefined({
    id: marker.id,
    timestamp: iso(marker.at),
    type: marker.type,
    match_id: marker.matchId,
    primary_player_pc_id: pcId(marker.primary),
    primary_player_type: marker.primary?.type,
    secondary_player_pc_id: pcId(marker.secondary),
    secondary_player_type: marker.secondary?.type,
    label: marker.label,
    team: marker.team,
    scorer: marker.scorer,
    minute: marker.minute,
    own_goal: marker.ownGoal,
  });

const pcId = (player: PlayerRef | undefined): string | undefined =>
  player === undefined ? undefined : String(player.id);
