// Marker listings (`GET …/markers`; rules ID-9, READ-13, READ-14, SIDE-6, RESET-5).
import { GAME_MODE_TYPES, type MarkerType, type PlayerRef } from '../../protocol/rest/marker.ts';
import type { MarkerResource } from '../../protocol/rest/bodies.ts';
import type { Match } from '../match/apply.ts';
import { type Sides, personOf } from '../match/sides.ts';
import { byTime } from '../match/order.ts';
import type { StoredMarker } from '../match/command.ts';

const gameModeTypes: readonly MarkerType[] = GAME_MODE_TYPES;

/** The markers that count, in time order; in game mode those of its types. Names are the roster's of now. */
export function listMarkers(match: Match): MarkerResource[] {
  const isGameMode = match.fixture.kind === 'game' && match.fixture.gameMode;
  return standingMarkers(match)
    .filter(({ marker }) => !isGameMode || gameModeTypes.includes(marker.type))
    .map(({ marker, ground }) => resourceOf(match.fixture.kind, marker, ground));
}

type Standing = { readonly marker: StoredMarker; readonly ground: Sides };

/** Each marker once: a whole-game reset stands in several pairings. */
function standingMarkers(match: Match): Standing[] {
  const seen = new Map<string, Standing>();
  for (const { log, ground } of match.pairings) {
    for (const marker of log) if (!seen.has(marker.key)) seen.set(marker.key, { marker, ground });
  }
  return [...seen.values()].sort((a, b) => byTime(a.marker, b.marker));
}

function resourceOf(kind: 'game' | 'match', marker: StoredMarker, ground: Sides): MarkerResource {
  const primary = playerOf(ground, marker.primary, marker.scorer);
  const secondary = playerOf(ground, marker.secondary, undefined);
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
    ...(kind === 'match' || isWholeGame ? {} : { match_id: ground.id }),
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

function playerOf(ground: Sides, ref: PlayerRef | undefined, scorer: string | undefined): Listed {
  if (ref === undefined) return { pcId: null, type: undefined, player: null };
  const { id, type, name } = personOf(ground, ref);
  const shown = name ?? (scorer === undefined || scorer === '' ? null : scorer);
  return { pcId: String(id), type, player: { id, name: shown, ...(type === undefined ? {} : { type }) } };
}

/** Club games answer null where the type is not known; match listings leave it out (rule READ-14). */
function typed(
  kind: 'game' | 'match',
  field: 'primary_player_type' | 'secondary_player_type',
  type: 'user' | 'junior' | undefined,
): Partial<MarkerResource> {
  if (type === undefined && kind === 'match') return {};
  return { [field]: type ?? null };
}
