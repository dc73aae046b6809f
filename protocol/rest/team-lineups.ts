// The line-ups of a club's own teams in tournament matches (rule LINE-6).
import { z } from 'zod';
import { lineupSchema } from '../data-file/data-file.ts';
import { momentSchema } from './player.ts';

/** A side that is left out stays as it is. */
const lineups = z.strictObject({ home: lineupSchema.optional(), away: lineupSchema.optional() });
export type TeamLineups = z.output<typeof lineups>;

export const teamLineupsBody = z.strictObject({ lineups });

const side = z.enum(['home', 'away']);
const match = z.object({
  id: z.int(),
  tournament: z.object({ slug: z.string(), name: z.string() }),
  /** Names of the teams, or of their places. */
  home: z.string(),
  away: z.string(),
  /** The sides of the club's own teams. */
  sides: z.array(side),
  scheduled_at: momentSchema.nullable(),
  /** IANA; null where it was not set. */
  timezone: z.string().nullable(),
});

export const teamMatchesAnswer = z.object({ matches: z.array(match) });
/** The line-ups of the club's own teams: those of the other team are not in it. */
export const teamLineupsAnswer = z.object({ match, lineups });
