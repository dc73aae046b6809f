// The invitations of a club for the REST interface: what the page of invitations does, for a user or for the key of the club.
import { emailOf } from '../../auth/sign-in.ts';
import type { Invitations } from '../../http/api/invitations.ts';
import { isMailAddress } from '../../mail/smtp-settings.ts';
import type { Resource } from '../../store/integrations.ts';
import type { AccountLinks } from './account-links.ts';

type Links = Pick<AccountLinks, 'listInvitations' | 'makeLink' | 'withdrawInvitation'>;

/** `findResource`: null for an unknown slug. */
export const openClubInvitations = (
  links: Links,
  findResource: (kind: 'club', slug: string) => Promise<Resource | null>,
): Invitations => ({
  findClub: (slug) => findResource('club', slug),
  list: links.listInvitations,
  async invite(resource, { userId, tokenId }, { email, role, language }, key) {
    const address = emailOf(email);
    if (!isMailAddress(address)) return { kind: 'no_address' };
    const to = { email: address };
    const linkKey = key === null ? null : `rest ${key} ${role} ${address}`;
    const made = await links.makeLink({
      resource,
      madeBy: userId,
      madeByToken: tokenId,
      to,
      role,
      language,
      key: linkKey,
    });
    if (made.kind === 'made') return made;
    const { kind } = made;
    // Only a person of the squad is unknown or outranked.
    if (kind === 'outranked' || kind === 'unknown') throw new TypeError(`An address is not ${kind}.`);
    return { kind };
  },
  withdraw: (resource, userId, id) => links.withdrawInvitation({ id, resource, userId, now: Date.now() }),
});
