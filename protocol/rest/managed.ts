// What staff manage one by one: games, members, juniors, teams, players and matches, in the shapes of the data file (rules MANAGE-1 to
// MANAGE-8).
import { z } from 'zod';
import { id, name, slug } from '../data-file/fields.ts';
import { clubJuniorSchema, matchSchema, memberSchema, playerFields, tournamentSchema } from '../data-file/data-file.ts';
import { tournamentTeamSchema } from '../data-file/tournament-team.ts';
import { gameSchema, REASON_MAX } from '../data-file/game.ts';

/** The ids from here on are given by the service (rule MANAGE-4); smaller ones come from data files. */
export const SERVICE_IDS_FROM = 100_000_000_000_000;

/** A time zone that this server knows. A data file may bring any other text. */
const timezone = z
  .string()
  .max(100)
  .refine(isTimeZone, { message: 'Must be an IANA time zone, for example Europe/Lisbon.' })
  .nullish();

function isTimeZone(text: string): boolean {
  try {
    return /^[a-z]/i.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return false;
  }
}

const storedGame = gameSchema.omit({ id: true, scores: true, goals: true, markers: true, live: true });
/** A game is cancelled by a request of its own (rule MANAGE-14). */
const game = storedGame.omit({ cancelled_at: true, cancellation_reason: true }).extend({ timezone });
const member = memberSchema.omit({ user_id: true });
const junior = clubJuniorSchema.omit({ junior_id: true });
const team = tournamentTeamSchema.omit({ id: true });
const player = z.strictObject(playerFields);
const match = matchSchema.omit({ id: true, score_offset: true, markers: true, live: true });

/** The bodies that create a row. The service gives the id; a game without a slug gets one from its title. */
export const creationBodies = {
  game: game.partial({ slug: true }),
  member: member.extend({ name }),
  junior: junior.extend({ name }),
  team,
  player: player.extend({ name }),
  match,
} as const;

/** The bodies that change a row: a field that is left out stays, null sets its default. */
export const changeBodies = {
  game: game.partial(),
  member: member.extend({ name }).partial(),
  junior: junior.extend({ name }).partial(),
  team: team.partial(),
  player: player.extend({ name }).partial(),
  match: match.partial(),
} as const;

/** A row and where it is from. `data_file`: the next file that has it overwrites changes, and `warnings` says so. */
const managed = {
  source: z.enum(['service', 'data_file']),
  warnings: z.array(z.string()).optional(),
};
const person = { user_id: id, name };

export const managedAnswers = {
  game: z.object({ game: storedGame.extend({ id, slug }), ...managed }),
  member: z.object({ member: member.extend(person), ...managed }),
  junior: z.object({ junior: junior.extend({ junior_id: id, name }), ...managed }),
  team: z.object({ team: team.extend({ id }), ...managed }),
  player: z.object({ player: player.extend(person), ...managed }),
  match: z.object({ match: match.extend({ id }), ...managed }),
} as const;

export type ManagedKind = keyof typeof managedAnswers;

/** What the rows of a kind belong to. */
export const MANAGED_OWNERS = {
  game: 'club',
  member: 'club',
  junior: 'club',
  team: 'tournament',
  player: 'tournament',
  match: 'tournament',
} as const satisfies Record<ManagedKind, 'club' | 'tournament'>;

/** In messages. */
export const MANAGED_NAMES = {
  game: 'Game',
  member: 'Member',
  junior: 'Junior',
  team: 'Team',
  player: 'Player',
  match: 'Match',
} as const satisfies Record<ManagedKind, string>;

export const cancellationBody = z.object({
  reason: z
    .string()
    .trim()
    .max(REASON_MAX)
    .nullish()
    .meta({ description: 'Why. Pages and calendars show it.', example: 'The pitch is flooded.' }),
  following: z.boolean().default(false).meta({ description: 'Also the games of the weekly series that follow.' }),
  even_with_results: z
    .boolean()
    .default(false)
    .meta({ description: 'Also a game that has markers, scores or goals. They stay.' }),
});

export const restorationQuery = z.object({
  following: z.enum(['true', 'false'], { error: 'Must be true or false.' }).default('false').meta({
    description: 'true: also the games of the weekly series that follow and were cancelled together with this one.',
    example: 'true',
  }),
});

/** What staff set for a whole tournament. */
const settings = tournamentSchema.omit({ id: true, slug: true, host_club: true, organizer_ids: true, teams: true });
/** Creates a tournament that the club hosts. */
export const tournamentCreationBody = settings.extend({ timezone });
export const tournamentChangeBody = tournamentCreationBody.partial();
export const tournamentSettingsAnswer = z.object({ tournament: settings.extend({ id, slug }), ...managed });

/** A row that is gone, or a member or junior who is now `former`. */
export const deletedAnswer = z.object({ status: z.literal('success'), message: z.string() });
