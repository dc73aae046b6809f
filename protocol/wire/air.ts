// What is on air by a director's hand: the state of the channel `air:game:100` or `air:match:701` (P57). It is no part of the
// match. A field without a value is left out on the wire: absent means that nothing is there.
import { z } from 'zod';
import { boardStateSchema, feedStateSchema, sideSchema } from './board.ts';
import { fieldsOf } from './fields-of.ts';

/** The graphics in the centre. Only one is on air at a time. */
export const PANELS = ['lineups', 'statistics', 'standings', 'scorers', 'countdown', 'fixtures'] as const;
export type PanelKind = (typeof PANELS)[number];

/** What can be tried without a marker. */
export const REHEARSALS = ['goal', 'card', 'substitution'] as const;
export type RehearsalKind = (typeof REHEARSALS)[number];

/** The kinds of page that show a rehearsal. */
export const AIR_PAGES = ['screen', 'overlay'] as const;
export type AirPage = (typeof AIR_PAGES)[number];

/** The item came on air at `since` and ends by itself at `until`, both ms since 1970. */
const times = fieldsOf(z.number().int(), 'since', 'until');
/** The pairing of a club game that the item is about. Absent: the one that is being played. */
const pairing = z.string().optional();

export const airStateSchema = z
  .object({
    kind: z.literal('air'),
    /** The channel of its game or match. */
    match: z.string(),
    panel: z.object({ kind: z.enum(PANELS), pairing, ...times }).optional(),
    text: z.object({ text: z.string(), ...times }).optional(),
    /** The announced added time of the current half. */
    added_time: z.object({ minutes: z.number().int(), pairing, ...times }).optional(),
    /** The cue that the picture shows a replay. */
    replay: z.object(times).optional(),
    rehearsal: z
      .object({
        kind: z.enum(REHEARSALS),
        side: sideSchema,
        pages: z.array(z.enum(AIR_PAGES)),
        pairing,
        ...times,
      })
      .optional(),
    /** When the director last took off the automatic banner or show that was running, ms since 1970. */
    banners_off_at: z.number().int().optional(),
  })
  .meta({ id: 'AirState' });
export type AirState = z.infer<typeof airStateSchema>;
/** The part that a director changes. */
export type OnAir = Omit<AirState, 'kind' | 'match'>;

export const anyStateSchema = z.union([boardStateSchema, feedStateSchema, airStateSchema]);
/** The state of any channel, also of an `air:` channel. */
export type AnyState = z.infer<typeof anyStateSchema>;
