// Marker listings (`GET …/markers`; rules ID-9, READ-13, READ-14, SIDE-6, RESET-5).
import { GAME_MODE_TYPES, type MarkerType, type PlayerRef } from '../../protocol/rest/marker.ts';
import type { MarkerResource } from '../../protocol/rest/bodies.ts';
import type { Match } from '../match/apply.ts';
import { type Sides, personOf } from '../match/sides.ts';
import { byTime } from '../match/order.ts';
import type { StoredMarker } from '../match/command.ts';

const gameModeTypes: readonly MarkerType[] = GAME_MODE_TYPES;

/** The markers that count, in time order; in game mode only its types. Names come from the current roster. */
export function listMarkers(match: Match): MarkerResource[] {
  const isGameMode = match.fixture.kind === 'game' && match.fixture.gameMode;
  return activeMarkers(match)
    .filter(({ marker }) => !isGameMode || gameModeTypes.includes(marker.type))
    .map(({ marker, sides }) => resourceOf(match.fixture.kind, marker, sides));
}

type ActiveMarker = { readonly marker: StoredMarker; readonly sides: Sides };

/** Each marker once: a whole-game reset is in several pairings. */
function activeMarkers(match: Match): ActiveMarker[] {
  const seen = new Map<string, ActiveMarker>();
  for (const { log, sides } of match.pairings) {
    for (const marker of log) if (!seen.has(marker.key)) seen.set(marker.key, { marker, sides });
  }
  return [...seen.values()].sort((a, b) => byTime(a.marker, b.marker));
}

function resourceOf(kind: 'game' | 'match', marker: StoredMarker, sides: Sides): MarkerResource {
  const primary = playerOf(sides, marker.primary, marker.scorer);
  const secondary = playerOf(sides, marker.secondary, undefined);
  const isWholeGame = marker.type === 'ResetMatch' && marker.matchId === undefined;
  return {
    id: marker.id,
    timestamp: new Date(marker.at).toISOString(),
    type: marker.type,
    primary_player_pc_id: primary.pcId,
    ...typed(kind, 'primary_player_type', primary.type),
    secondary_player_pc_id: secondary.pcId,
    ...typed(kind, 'secondary_player_type', secondary.type),
    label: marker.label ?? null,
    primary_player: primary.player,
    secondary_player: secondary.player,
    ...(kind === 'match' || isWholeGame ? {} : { match_id: sides.id }),
    ...(marker.team === undefined ? {} : { team: marker.team }),
    ...(marker.minute === undefined ? {} : { minute: marker.minute }),
    ...(marker.scorer === undefined ? {} : { scorer: marker.scorer }),
    ...(marker.ownGoal === undefined ? {} : { own_goal: marker.ownGoal }),
  };
}

type Listed = {
  readonly pcId: string | null;
  readonly type: 'user' | 'junior' | undefined;
  readonly player: MarkerResource['primary_player'];
};

function playerOf(sides: Sides, ref: PlayerRef | undefined, scorer: string | undefined): Listed {
  if (ref === undefined) return { pcId: null, type: undefined, player: null };
  const { id, type, name } = personOf(sides, ref);
  const shown = name ?? (scorer === undefined || scorer === '' ? null : scorer);
  return { pcId: String(id), type, player: { id, name: shown, ...(type === undefined ? {} : { type }) } };
}

/** Club games have null for an unknown type; match listings leave it out (rule READ-14). */
function typed(
  kind: 'game' | 'match',
  field: 'primary_player_type' | 'secondary_player_type',
  type: 'user' | 'junior' | undefined,
): Partial<MarkerResource> {
  if (type === undefined && kind === 'match') return {};
  return { [field]: type ?? null };
}
