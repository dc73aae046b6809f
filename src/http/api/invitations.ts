// Invitations to a club (rule ACCOUNT-9). People accept them on the page of their link.
import { invitationBody, type InvitationResource } from '../../../protocol/rest/invitation.ts';
import { isUuid } from '../../../protocol/wire/ids.ts';
import { requireClub, requireTokenCaller } from '../../auth/access.ts';
import { clubForbidden } from '../../auth/access-problems.ts';
import { type Caller, userIdOf } from '../../auth/caller.ts';
import { notFound } from '../../ops/not-found.ts';
import { invalid, Problem, waitHeaders } from '../../ops/problem.ts';
import type { Resource } from '../../store/integrations.ts';
import { MADE_LINKS, type OpenInvitation } from '../../store/invitations.ts';
import { type Answer, apiJson } from '../core/answer.ts';
import type { Exchange } from '../core/exchange.ts';
import { readBody } from '../core/json-body.ts';
import { idempotencyKey, keyHeaderOf } from './manage.ts';

type Body = ReturnType<(typeof invitationBody)['parse']>;

/** What `invite` did. `role_too_high`: the role is higher than the one of the user. */
type Invited =
  | {
      readonly kind: 'made';
      readonly isNew: boolean;
      readonly id: string;
      readonly link: string | null;
      readonly mail: 'sent' | 'failed' | 'none';
    }
  | { readonly kind: 'no_address' | 'too_many' | 'role_too_high' | 'ended' };

/** Who asks. `userId`: of a connected app; null for another token of the club. */
type Maker = { readonly userId: number | null; readonly tokenId: number };

/** Each function throws Problem 503. */
export type Invitations = {
  readonly findClub: (slug: string) => Promise<Resource | null>;
  readonly list: (club: Resource) => Promise<readonly OpenInvitation[]>;
  readonly invite: (club: Resource, maker: Maker, body: Body, key: string | null) => Promise<Invited>;
  /** False when there is no such open invitation. */
  readonly withdraw: (club: Resource, userId: number | null, id: string) => Promise<boolean>;
};

export type InvitationsDeps = { readonly invitations: Invitations };

export function openInvitationAnswers({ invitations }: InvitationsDeps) {
  /** Throws Problem 403, also to administrators for a club that does not exist (rule ACCESS-5). */
  async function enter(exchange: Exchange, caller: Caller) {
    const slug = requireClub(caller, exchange.param('club_slug'));
    const club = await invitations.findClub(slug);
    if (club === null) throw clubForbidden();
    const { tokenId } = requireTokenCaller(caller);
    return { club, maker: { userId: userIdOf(caller), tokenId } };
  }

  return {
    async listInvitations(exchange: Exchange, caller: Caller): Promise<Answer> {
      const { club } = await enter(exchange, caller);
      return apiJson(200, { invitations: (await invitations.list(club)).map(invitationResource) });
    },
    async createInvitation(exchange: Exchange, caller: Caller): Promise<Answer> {
      const header = keyHeaderOf(exchange);
      const { club, maker } = await enter(exchange, caller);
      const key = idempotencyKey(header);
      const made = await invitations.invite(club, maker, await readBody(exchange, invitationBody), key);
      if (made.kind !== 'made') throw refusal(made.kind);
      const invitation = (await invitations.list(club)).find(({ id }) => id === made.id);
      if (invitation === undefined) throw refusal('ended');
      const { link, mail } = made;
      return apiJson(made.isNew ? 201 : 200, { invitation: invitationResource(invitation), link, mail });
    },
    async withdrawInvitation(exchange: Exchange, caller: Caller): Promise<Answer> {
      const id = exchange.param('invitation_id');
      const { club, maker } = await enter(exchange, caller);
      if (!isUuid(id) || !(await invitations.withdraw(club, maker.userId, id))) throw notFound('Invitation');
      return apiJson(200, { status: 'success', message: 'Invitation withdrawn.' });
    },
  };
}

function refusal(kind: Exclude<Invited['kind'], 'made'>): Problem {
  switch (kind) {
    case 'no_address':
      return invalid([{ path: 'email', message: 'Must be one e-mail address.' }]);
    case 'role_too_high':
      return new Problem(403, 'This role is higher than yours in the club.', { hint: 'Ask an owner of the club.' });
    case 'ended':
      return new Problem(409, 'The invitation of this Idempotency-Key was used or withdrawn.', {
        hint: 'Send another key to make a new one.',
      });
    case 'too_many':
      return new Problem(429, 'The club has too many open invitations, or made too many links lately.', {
        hint: 'Withdraw some, or try again in 15 minutes.',
        headers: waitHeaders(MADE_LINKS, 900),
      });
  }
}

const invitationResource = ({ id, name, role, makerName, expiresAt }: OpenInvitation): InvitationResource => ({
  id,
  invited: name,
  role: role === 'Organizer' ? null : role,
  made_by: makerName,
  expires_at: new Date(expiresAt).toISOString(),
});
