// The fields of people that clubs and tournaments share.
import { z } from 'zod';

export const positionSchema = z.enum(['goalkeeper', 'defender', 'midfielder', 'forward']).meta({ id: 'Position' });
export const skillLevelSchema = z.enum(['beginner', 'intermediate', 'advanced']).meta({ id: 'SkillLevel' });
export const clubRoleSchema = z.enum(['Owner', 'Moderator', 'Member']).meta({ id: 'ClubRole' });

/** Who a player is. */
export const personFields = {
  /** The user's id. */
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
};

/** Squad number. */
export const jerseyNumberSchema = z.int().min(1).max(99);

/** A date and time: ISO 8601, UTC, with milliseconds. */
export const momentSchema = z.string().meta({ format: 'date-time' });
export const addressSchema = z.string().meta({ format: 'uri' });
