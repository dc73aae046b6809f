// What a director brings on air and takes off (`PATCH live/{channel}/air`, P59).
import { z } from 'zod';
import { AIR_PAGES, type OnAir, PANELS, REHEARSALS } from '../wire/air.ts';
import { sideSchema } from '../wire/board.ts';
import { withoutUndefined } from '../wire/without-undefined.ts';
import { text } from './fields.ts';

/** Characters of the free text: one line of a lower third. */
const AIR_TEXT_MAX = 80;
const ADDED_MINUTES_MAX = 30;
/** An item without `seconds` stays until it is taken off, at most this long: no text of today is on air tomorrow. */
const STAYS_S = 12 * 3_600;
/** A rehearsal always ends by itself. */
const REHEARSAL_MAX_S = 60;
const REHEARSAL_S = 8;
/** A replay ends by itself, also when the director forgets its cue. */
const REPLAY_MAX_S = 120;
const REPLAY_S = 20;
const PAIRING_MAX = 40;

/** Seconds until the item ends by itself. */
const seconds = z.number().int().min(2).max(STAYS_S).optional();
const pairing = z.string().max(PAIRING_MAX).optional();

/** Each member replaces one item, null takes it off, and an absent one stays as it is. */
export const airBody = z
  .object({
    panel: z
      .object({ kind: z.enum(PANELS), pairing, seconds })
      .nullable()
      .optional(),
    text: z
      // Without a NUL, more spaces may be at an end.
      .object({ text: text(AIR_TEXT_MAX, z.string().trim()).trim().min(1), seconds })
      .nullable()
      .optional(),
    added_time: z
      .object({ minutes: z.number().int().min(0).max(ADDED_MINUTES_MAX), pairing, seconds })
      .nullable()
      .optional(),
    replay: z
      .object({ seconds: z.number().int().min(2).max(REPLAY_MAX_S).default(REPLAY_S) })
      .nullable()
      .optional(),
    rehearsal: z
      .object({
        kind: z.enum(REHEARSALS),
        side: sideSchema,
        pages: z
          .array(z.enum(AIR_PAGES))
          .min(1)
          .max(AIR_PAGES.length)
          .default([...AIR_PAGES]),
        pairing,
        seconds: z.number().int().min(2).max(REHEARSAL_MAX_S).default(REHEARSAL_S),
      })
      .nullable()
      .optional(),
    banner: z.null({ error: 'Must be null: it takes off the banner that is running.' }).optional(),
  })
  .refine((body) => Object.values(body).some((item) => item !== undefined), {
    message: 'Must name panel, text, added_time, replay, rehearsal or banner.',
  });
type AirBody = z.infer<typeof airBody>;
export type AirChange = z.input<typeof airBody>;

/** The members of the state that change; null takes one off. */
export type AirPatch = { readonly [K in keyof OnAir]: OnAir[K] | null };

/** What the body changes when the server takes it at `now`, ms since 1970. */
export function airPatch({ panel, text: line, added_time, replay, rehearsal, banner }: AirBody, now: number): AirPatch {
  return withoutUndefined({
    panel: panel && timed(panel, now),
    text: line && timed(line, now),
    added_time: added_time && timed(added_time, now),
    replay: replay && timed(replay, now),
    rehearsal: rehearsal && timed(rehearsal, now),
    banners_off_at: banner === undefined ? undefined : now,
  });
}

function timed<T extends { readonly seconds?: number | undefined }>(item: T, now: number) {
  const { seconds: lasts = STAYS_S, ...shown } = item;
  return { ...shown, since: now, until: now + lasts * 1_000 };
}
