// The ids of matches and channels on the wire, as types of their own.
import { z } from 'zod';

/** A club game with all its pairings, or one tournament match. Also the name of its channel. */
export type MatchRef = `game:${number}` | `match:${number}`;
/** A feed of many matches. */
export type FeedRef = `club:${string}` | `tournament:${string}`;
export type Channel = MatchRef | FeedRef;
/** What is on air at a game or match by a director's hand (P57). */
export type AirRef = `air:${MatchRef}`;
export type AnyChannel = Channel | AirRef;

type ParsedMatch = { readonly kind: 'game' | 'match'; readonly id: number; readonly channel: MatchRef };
export type ParsedChannel =
  ParsedMatch | { readonly kind: 'club' | 'tournament'; readonly slug: string; readonly channel: FeedRef };

export const matchPattern = /^(game|match):([1-9]\d{0,14}|0)$/;
export const feedPattern = /^(club|tournament):([A-Za-z0-9][A-Za-z0-9._~-]{0,199})$/;

/** Parses the name of a game, match or feed (PROTOCOL.md, "Channels"); null if it is malformed. */
export function parseChannel(text: string): ParsedChannel | null {
  const match = matchPattern.exec(text);
  if (match) {
    const kind = match[1] === 'game' ? 'game' : 'match';
    const id = Number(match[2]);
    return { kind, id, channel: `${kind}:${id}` };
  }
  const feed = feedPattern.exec(text);
  if (feed) {
    const kind = feed[1] === 'club' ? 'club' : 'tournament';
    const slug = feed[2] ?? '';
    return { kind, slug, channel: `${kind}:${slug}` };
  }
  return null;
}

export type ParsedAnyChannel =
  ParsedChannel | { readonly kind: 'air'; readonly match: ParsedMatch; readonly channel: AirRef };

const AIR = 'air:';
export const airRef = (match: MatchRef): AirRef => `${AIR}${match}`;

/** Like `parseChannel`, and also accepts `air:game:ID` and `air:match:ID`. */
export function parseAnyChannel(text: string): ParsedAnyChannel | null {
  if (!text.startsWith(AIR)) return parseChannel(text);
  const match = parseChannel(text.slice(AIR.length));
  if (match === null || 'slug' in match) return null;
  return { kind: 'air', match, channel: airRef(match.channel) };
}

/** The id of a row in a path or a form: at most 15 digits, so that it is a safe integer; null for any other text. */
export const readId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

/** The ids of markers, webhooks, invitations and forms. */
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => uuidPattern.test(text);

export const gameRef = (id: number): MatchRef => `game:${id}`;
export const matchRef = (id: number): MatchRef => `match:${id}`;

/** Characters of a channel name at most: `tournament:` and a slug. */
const CHANNEL_MAX = 211;

export const channelSchema = z
  .string()
  .refine((text) => parseChannel(text) !== null, {
    message: 'A channel is game:ID, match:ID, club:SLUG or tournament:SLUG.',
  })
  .meta({ maxLength: CHANNEL_MAX });
