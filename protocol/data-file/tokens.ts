// The tokens in a data file: keys and connected apps, and the view tokens that they made.
import { z } from 'zod';
import { boundedList } from '../rest/bounds.ts';
import { NAME_MAX, timeSchema } from '../rest/fields.ts';
import { channelSchema } from '../wire/ids.ts';
import { flag, id, name, origin, slug, text, time } from './fields.ts';

const secret = {
  token: z.string().min(1).max(1_000).nullish(),
  /** export: SHA-256 of the secret, hex. */
  token_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullish(),
  revoked: flag,
  /** export */
  id: z.number().int().positive().max(2_000_000_000).nullish(),
  replaced: flag,
  created_at: time,
  last_used_at: time,
};
const forUser = { user_id: id.nullish(), app_name: text(NAME_MAX), redirect_origin: origin.nullish() };
export const tokenSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('club_static'), club: slug, ...secret }),
    z.strictObject({ kind: z.literal('club_app'), club: slug, ...forUser, ...secret }),
    z.strictObject({ kind: z.literal('tournament_static'), tournament: slug, ...secret }),
    z.strictObject({ kind: z.literal('tournament_app'), tournament: slug, ...forUser, ...secret }),
    z.strictObject({ kind: z.literal('connected_app'), ...forUser, app_name: name, user_id: id, ...secret }),
  ])
  .refine(({ token, token_hash }) => token || token_hash, {
    path: ['token'],
    message: 'Must be the secret that the bearer sends.',
  });

/** Characters of the name of a view token. */
export const VIEW_TOKEN_NAME_MAX = 40;

/** export: with the same signing secret, view tokens keep working, or stay revoked, after a restore. */
export const viewTokenSchema = z
  .strictObject({
    /** The `jti`. */
    id: z.uuid().meta({ maxLength: 36 }),
    /** The token that made it (by its id in the file), or the user who made it. */
    token_id: z.number().int().positive().max(2_000_000_000).nullish(),
    user_id: id.nullish(),
    channels: boundedList(channelSchema, 100, 1),
    name: text(VIEW_TOKEN_NAME_MAX),
    created_at: timeSchema,
    expires_at: timeSchema,
    revoked: flag,
    last_used_at: time,
    last_used_from: text(100),
  })
  .refine(({ token_id, user_id }) => (typeof token_id === 'number') !== (typeof user_id === 'number'), {
    path: ['token_id'],
    message: 'Give token_id or user_id: exactly one of the two.',
  });
