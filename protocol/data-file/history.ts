// The history in a data file. Only an export with `history=true` writes it: the log of each game and match, and the audit trail
// (rule DATA-15).
import { z } from 'zod';
import { boundedList } from '../rest/bounds.ts';
import { NAME_MAX, timeSchema } from '../rest/fields.ts';
import { statusSchema } from '../wire/board.ts';
import { causeSchema } from '../wire/down.ts';
import { id, list, LIST_MAX, marker, seq, slug } from './fields.ts';

const tokenId = z.number().int().positive().max(2_000_000_000).optional();

const goals = z.number().int().min(-9_999).max(9_999).optional();
/** What the data gave before the import. */
const was = z
  .strictObject({
    status: statusSchema,
    score: z.strictObject({ home: goals, away: goals, home_penalties: goals, away_penalties: goals }).optional(),
  })
  .optional();

/** The field of `live` that holds the history. `results`: the fields of a manual result, where there are any. */
export const historyFields = <Results extends z.ZodRawShape>(of: 'game' | 'match', results: Results) => {
  const edit = z.strictObject({
    edited: z.literal(true),
    ...results,
    was,
    /** The line-up of a match with results changed. */
    lineup: z.literal(true).optional(),
    token: tokenId,
  });
  const change = z.strictObject({
    seq,
    at: timeSchema,
    cause: boundedList(z.strictObject({ ...causeSchema.shape, marker_id: z.string().max(36).optional() }), LIST_MAX),
    put: boundedList(marker(of), LIST_MAX).optional(),
    drop: boundedList(z.uuid().meta({ maxLength: 36 }), LIST_MAX).optional(),
    ...results,
    token: tokenId,
  });
  const row = z.strictObject({
    /** The position that the row follows. */
    after: seq,
    /** The position after its last change. */
    seq,
    at: timeSchema,
    changes: boundedList(z.union([edit, change]), LIST_MAX, 1),
  });
  /** One row for each commit, oldest first. The time of the last one is the time of the match's position. */
  return { log: list(row) };
};

/** What the audit trail records. */
export const AUDIT_ACTIONS = [
  'key_generated',
  'key_regenerated',
  'key_revoked',
  'app_connected',
  'app_disconnected',
  'view_token_made',
  'view_token_revoked',
  'theme_saved',
  'theme_deleted',
  'row_created',
  'row_changed',
  'row_deleted',
  'game_cancelled',
  'game_restored',
  'place_filled',
  'fixtures_made',
  'table_imported',
  'webhook_made',
  'webhook_deleted',
  'webhook_secret_changed',
  'webhook_resumed',
  'invitation_made',
  'invitation_withdrawn',
  'invitation_accepted',
  'password_link_made',
  'password_set',
  'console_continued',
  'passkey_added',
  'passkey_deleted',
  'data_imported',
  'data_exported',
  'user_erased',
  'sign_in_refused',
  'credentials_refused',
] as const;

/** An entry of the audit trail. */
export const auditSchema = z.strictObject({
  at: timeSchema,
  user_id: id.nullish(),
  user_name: z.string().max(NAME_MAX),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.string().max(20_000),
  /** The page that shows it: of a club, of a tournament, or of the user whose app it is about. */
  club: slug.nullish(),
  tournament: slug.nullish(),
  owner_id: id.nullish(),
});

/** Query of an export. */
export const exportQuery = z.object({
  history: z
    .enum(['true', 'false'], { error: 'Must be true or false.' })
    .default('false')
    .meta({ description: 'true adds the log of each game and match, and the audit trail.', example: 'true' }),
});
