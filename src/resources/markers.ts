// Marker listings (`GET …/markers`; rules ID-9, READ-13, READ-14, SIDE-6, RESET-5). That of a long match takes longer than one turn of the
// event loop may take (rule OPS-18).
import { GAME_MODE_TYPES, type MarkerType } from '../../protocol/wire/marker.ts';
import type { MarkerResource, PlayerRef } from '../../protocol/rest/marker.ts';
import { withoutUndefined } from '../../protocol/wire/without-undefined.ts';
import type { Match } from '../match/apply.ts';
import type { Fixture } from '../match/fixture.ts';
import { hidesNames, publicNamesOf } from '../match/public-names.ts';
import { type Sides, personOf } from '../match/sides.ts';
import { byTime } from '../match/order.ts';
import { logOf } from '../match/pairing.ts';
import type { StoredMarker } from '../match/command.ts';

const gameModeTypes: readonly MarkerType[] = GAME_MODE_TYPES;

/** For whom a listing is: full names for staff, else the names of the live state (rule NAME-3). */
type Audience = 'staff' | 'live';

/** Markers of a piece. The listing of a match with no more yields never. */
const PIECE = 100;

/**
 * The markers that count, in time order; in game mode only its types. Names come from the current roster. A list of MarkerResource as
 * JSON, in pieces: it yields after each.
 */
export function* markersInPieces(match: Match, audience: Audience = 'staff'): Generator<void, string> {
  const markers = listed(match);
  const parts: string[] = [];
  for (let from = 0; from < markers.length; from += PIECE) {
    if (from > 0) yield;
    const piece = markers.slice(from, from + PIECE).map((marker) => shown(match.fixture, marker, audience));
    parts.push(JSON.stringify(piece).slice(1, -1));
  }
  return `[${parts.join(',')}]`;
}

function listed(match: Match): readonly ActiveMarker[] {
  const isGameMode = match.fixture.kind === 'game' && match.fixture.gameMode;
  return activeMarkers(match).filter(({ marker }) => !isGameMode || gameModeTypes.includes(marker.type));
}

function shown(fixture: Fixture, { marker, sides }: ActiveMarker, audience: Audience): MarkerResource {
  const resource = resourceOf(fixture.kind, marker, sides);
  return audience === 'staff' ? resource : publicMarker(fixture, resource);
}

type ActiveMarker = { readonly marker: StoredMarker; readonly sides: Sides };

/** Each marker once: a whole-game reset is in several pairings. */
function activeMarkers(match: Match): ActiveMarker[] {
  const seen = new Map<string, ActiveMarker>();
  for (const pairing of match.pairings) {
    const { sides } = pairing;
    for (const marker of logOf(pairing)) if (!seen.has(marker.key)) seen.set(marker.key, { marker, sides });
  }
  return [...seen.values()].sort((a, b) => byTime(a.marker, b.marker));
}

function resourceOf(kind: 'game' | 'match', marker: StoredMarker, sides: Sides): MarkerResource {
  const primary = playerOf(sides, marker.primary, marker.scorer);
  const secondary = playerOf(sides, marker.secondary, undefined);
  const isWholeGame = marker.type === 'ResetMatch' && marker.matchId === undefined;
  /** Club games have null for an unknown type; match listings leave it out (rule READ-14). */
  const unknownType = kind === 'game' ? null : undefined;
  return withoutUndefined({
    id: marker.id,
    timestamp: new Date(marker.at).toISOString(),
    type: marker.type,
    primary_player_pc_id: primary.pcId,
    primary_player_type: primary.type ?? unknownType,
    secondary_player_pc_id: secondary.pcId,
    secondary_player_type: secondary.type ?? unknownType,
    label: marker.label ?? null,
    primary_player: primary.player,
    secondary_player: secondary.player,
    match_id: kind === 'match' || isWholeGame ? undefined : sides.id,
    team: marker.team,
    minute: marker.minute,
    scorer: marker.scorer,
    own_goal: marker.ownGoal,
  });
}

/** A listed marker for readers who do not manage the club or tournament. */
function publicMarker(fixture: Fixture, marker: MarkerResource): MarkerResource {
  if (!hidesNames(fixture)) return marker;
  const { plain, text, isUser } = publicNamesOf(fixture);
  const named = (one: MarkerResource['primary_player']): MarkerResource['primary_player'] =>
    one === null || one.name === null || (one.type === 'user' && isUser(one.name))
      ? one
      : { ...one, name: plain(one.name, one.type) };
  const { scorer, primary_player_type: type } = marker;
  return {
    ...marker,
    label: marker.label === null ? null : text(marker.label),
    primary_player: named(marker.primary_player),
    secondary_player: named(marker.secondary_player),
    ...(scorer === undefined ? {} : { scorer: plain(scorer, type) }),
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
  return { pcId: String(id), type, player: withoutUndefined({ id, name: shown, type }) };
}
