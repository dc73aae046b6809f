// The answers about clubs (`GET /clubs/{club_slug}` and `…/players`).
import { z } from 'zod';
import { fieldsOf } from '../wire/fields-of.ts';
import { game } from './game.ts';
import {
  addressSchema,
  clubRoleSchema,
  jerseyNumberSchema,
  momentSchema,
  personFields,
  positionSchema,
  skillLevelSchema,
} from './player.ts';

export const clubPlayer = z
  .object({
    ...personFields,
    jersey_number: jerseyNumberSchema.nullable(),
    club_position: positionSchema.nullable(),
    /** The position in the club, or else the preferred one. */
    effective_position: positionSchema.nullable(),
    preferred_position: positionSchema.nullable(),
    secondary_positions: z.array(positionSchema),
    skill_level: skillLevelSchema,
    role: clubRoleSchema,
    joined_at: momentSchema,
    profile_url: addressSchema,
  })
  .meta({ id: 'ClubPlayer' });
export type ClubPlayer = z.infer<typeof clubPlayer>;

export const club = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    ...fieldsOf(z.string().nullable(), 'city', 'location', 'description'),
    /** Active members (rule READ-6). */
    member_count: z.int(),
    is_private: z.boolean(),
    created_at: momentSchema,
    ...fieldsOf(z.string().nullable(), 'badge_url', 'cover_photo_url'),
  })
  .meta({ id: 'Club' });
export type Club = z.infer<typeof club>;

export const clubProfileAnswer = club.extend({ players: z.array(clubPlayer), upcoming_games: z.array(game) });
export const clubPlayersAnswer = z.object({ club: z.string(), players: z.array(clubPlayer) });
