// Invitations to a club: people get a link by which they become members with a role (rule ACCOUNT-9).
import { z } from 'zod';
import { type Endpoint, problems, root } from './endpoint.ts';
import { EMAIL_MAX } from './fields.ts';
import { LANGUAGES } from './languages.ts';

const ROLES = ['Owner', 'Moderator', 'Member'] as const;

export const invitationBody = z.object({
  email: z.string().max(EMAIL_MAX).meta({ description: 'Whom to invite.', example: 'nora@example.org' }),
  role: z.enum(ROLES).default('Member').meta({ description: 'At most the role of the user who invites.' }),
  language: z.enum(LANGUAGES).default('en').meta({ description: 'Of the mail.' }),
});

const invitation = z.object({
  id: z.uuid(),
  /** The invited address, or the name of a person of the squad. */
  invited: z.string(),
  role: z.enum(ROLES).nullable(),
  made_by: z.string(),
  expires_at: z.string(),
});
export type InvitationResource = z.infer<typeof invitation>;

const madeAnswer = z.object({
  invitation,
  link: z.string().nullable().meta({ description: 'It works once. null: only the mail has it.' }),
  mail: z
    .enum(['sent', 'failed', 'none'])
    .meta({ description: 'none: this server sends no mail, or sent it with the first of several equal requests.' }),
});

const path = `${root}/clubs/{club_slug}/invitations`;

export const invitationEndpoints = {
  listInvitations: {
    method: 'GET',
    paths: [path],
    access: 'club',
    summary: 'The open invitations to a club, newest first',
    answers: { 200: z.object({ invitations: z.array(invitation) }), ...problems() },
  },
  createInvitation: {
    method: 'POST',
    paths: [path],
    access: 'club',
    summary: 'Invite a person to a club by a link that works once',
    body: invitationBody,
    isIdempotentByKey: true,
    answers: { 200: madeAnswer, 201: madeAnswer, ...problems(409, 413, 422) },
  },
  withdrawInvitation: {
    method: 'DELETE',
    paths: [`${path}/{invitation_id}`],
    access: 'club',
    summary: 'Withdraw an open invitation',
    answers: { 200: z.object({ status: z.literal('success'), message: z.string() }), ...problems(404) },
  },
} as const satisfies Readonly<Record<string, Endpoint>>;
