// `/manage/clubs/{slug}/invitations` and the same of tournaments: staff invite people and make links for their own. A page of the
// squad leads here with `?person=ID`, and the person is chosen (rule ACCOUNT-6).
import { emailOf } from '../../auth/sign-in.ts';
import { z } from 'zod';
import type { Answer } from '../../http/core/answer.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import { isMailAddress } from '../../mail/smtp-settings.ts';
import { waitHeaders } from '../../ops/problem.ts';
import type { ResourceRole } from '../../store/integrations.ts';
import { type Invited, MADE_LINKS } from '../../store/invitations.ts';
import type { Role } from '../../store/role-ranks.ts';
import { byNameIn } from '../layout/by-name.ts';
import { seeOther } from '../layout/html-answer.ts';
import { incompleteForm, PageProblem } from '../layout/page-problem.ts';
import { creationKey, formKeyIn, newFormKey } from '../manage/form-key.ts';
import { admitStaff, type Staff, type StaffDeps } from '../manage/staff.ts';
import type { Site } from '../site.ts';
import type { AccountLinks } from './account-links.ts';
import { invitationsAddress } from './invitations-address.ts';
import { InvitationsPage, MadePage } from './invitations-page.tsx';

export type InvitationsDeps = {
  readonly accountLinks: AccountLinks;
  readonly integrations: StaffDeps['integrations'];
};

const personId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);
const actionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('invite'), email: z.string(), role: z.string() }),
  z.object({ action: z.literal('make_link'), person: personId }),
  z.object({ action: z.literal('withdraw'), invitation: z.uuid() }),
]);
type Action = z.infer<typeof actionSchema>;

type Refused = { readonly problem: string; readonly email: string; readonly role: Role; readonly formKey: string };

/** The roles that a form offers; the store checks them again. */
function rolesToGive({ resource, role }: ResourceRole): readonly Role[] {
  if (resource.kind === 'tournament') return ['Organizer'];
  return role === 'moderator' ? ['Member', 'Moderator'] : ['Member', 'Moderator', 'Owner'];
}

export function invitationsRoutes(site: Site, { accountLinks, integrations }: InvitationsDeps): readonly RouteSpec[] {
  /** `refused`: the form that was sent, with what is wrong with its e-mail address. */
  async function show(staff: Staff, refused: Refused | null = null): Promise<Answer> {
    const { visit, resource } = staff;
    const [open, squad] = await Promise.all([
      accountLinks.listInvitations(resource),
      accountLinks.listSquad(resource, visit.session.userId),
    ]);
    const chosen = personId.safeParse(visit.query.get('person')).data ?? null;
    const { revoked } = visit.words.account.invitations;
    const shown = {
      staff,
      open,
      squad: squad.toSorted(byNameIn(visit.language)),
      chosen,
      ...(refused ?? { problem: null, email: '', role: null, formKey: newFormKey() }),
      roles: rolesToGive(staff),
      sendsMail: accountLinks.sendsMail,
      notice: visit.query.get('done') === 'withdrawn' ? revoked : null,
    };
    return visit.html(refused === null ? 200 : 422, <InvitationsPage {...shown} />, { hasTimes: true });
  }

  async function makeLink(staff: Staff, to: Invited, role: Role | null, key: string): Promise<Answer> {
    const { visit, resource } = staff;
    const { session, language } = visit;
    const { invitations } = visit.words.account;
    const made = await accountLinks.makeLink({ resource, madeBy: session.userId, to, role, language, key });
    switch (made.kind) {
      case 'made':
        return visit.html(200, <MadePage staff={staff} {...made} />);
      case 'too_many':
        throw new PageProblem(429, invitations.tooMany, {
          hint: invitations.tooManyAdvice,
          headers: waitHeaders(MADE_LINKS, 900),
        });
      case 'outranked':
        throw new PageProblem(403, invitations.outranked, { hint: invitations.outrankedAdvice });
      case 'role_too_high':
        throw new PageProblem(403, invitations.roleTooHigh, { hint: invitations.roleTooHighAdvice });
      case 'ended':
        throw new PageProblem(409, invitations.ended, { hint: invitations.endedAdvice });
      case 'unknown':
        throw new PageProblem(404, visit.words.problems[404].title);
    }
  }

  async function submit(staff: Staff, action: Action, form: URLSearchParams): Promise<Answer> {
    const formKey = formKeyIn(form);
    const key = creationKey(form, 0, formKey);
    const { visit, resource } = staff;
    const { account } = visit.words;
    switch (action.action) {
      case 'invite': {
        const email = emailOf(action.email);
        const role = rolesToGive(staff).find((one) => one === action.role);
        if (role === undefined) throw incompleteForm(visit.words);
        const problem = account.forgotten.notAnAddress;
        if (!isMailAddress(email)) return show(staff, { problem, email: action.email, role, formKey });
        return makeLink(staff, { email }, role, key);
      }
      case 'make_link':
        return makeLink(staff, { userId: action.person }, null, key);
      case 'withdraw': {
        const withdrawal = { id: action.invitation, resource, userId: visit.session.userId, now: Date.now() };
        if (await accountLinks.withdrawInvitation(withdrawal))
          return seeOther(`${invitationsAddress(resource)}?done=withdrawn`);
        throw new PageProblem(404, account.invitations.notFound);
      }
    }
  }

  return (['club', 'tournament'] as const).flatMap((kind) =>
    site.signedIn({
      name: `${kind}_invitations`,
      path: `/manage/${kind}s/{slug}/invitations`,
      show: async (visit) => show(await admitStaff({ integrations }, kind, visit)),
      async submit(visit, form) {
        const staff = await admitStaff({ integrations }, kind, visit);
        const { data } = actionSchema.safeParse(Object.fromEntries(form));
        if (data === undefined) throw incompleteForm(visit.words);
        return submit(staff, data, form);
      },
    }),
  );
}
