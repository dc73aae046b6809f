// `/clubs/{slug}/integrations` and `/tournaments/{slug}/integrations`. Each request checks the user's role. Every item that a
// form names must belong to the club or tournament in its address.
import { z } from 'zod';
import { INTEGER_MAX } from '../../../protocol/rest/bounds.ts';
import { type Channel, parseChannel } from '../../../protocol/wire/ids.ts';
import { forbidden } from '../../auth/access-problems.ts';
import { integrationsPage } from './page.tsx';
import { keyPage, viewTokenPage } from '../layout/confirmation.tsx';
import { notFound, Problem } from '../../ops/problem.ts';
import type { Resource } from '../../store/integrations.ts';
import type { IntegrationQueries } from '../../store/queries.ts';
import { hashToken, makeToken } from '../../store/tokens.ts';
import type { SignInSession } from '../../auth/sign-in-sessions.ts';
import type { Answer } from '../../http/core/answer.ts';
import { htmlAnswer, seeOther } from '../layout/html-answer.ts';
import { type VisitorRole, mayDecide, requireDecider } from './visitor-role.ts';
import { confirmationFor } from './confirmations.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import type { Site, Visit } from '../site.ts';
import { trailPart } from '../layout/audit-trail.tsx';
import { VIEW_TOKEN_TERMS } from '../view-token-terms.ts';

export type IntegrationsDeps = {
  readonly integrations: IntegrationQueries;
  /** Makes a view token for a person and stores it; `expiresIn` in seconds. Throws Problem 429 or 503. */
  readonly makePersonsViewToken: (
    channel: Channel,
    userId: number,
    expiresIn: number,
    resource: Resource,
  ) => Promise<{ readonly token: string }>;
  /** Applies the current rights at once, to open connections too. */
  readonly rightsChanged: () => Promise<void>;
  readonly baseUrl: () => string;
};

const NOTICES: ReadonlyMap<string | null, string> = new Map([
  ['key_revoked', 'The key is revoked.'],
  ['disconnected', 'The app is disconnected.'],
  ['view_token_revoked', 'The view token is revoked.'],
]);

const wholeNumber = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .refine((id) => id <= INTEGER_MAX);
const actionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('replace_key'), seen: wholeNumber.optional() }),
  z.object({ action: z.literal('revoke_key'), seen: wholeNumber }),
  z.object({ action: z.literal('disconnect'), app: wholeNumber }),
  z.object({
    action: z.literal('make_view_token'),
    channel: z.string(),
    lasts: z.enum(Object.keys(VIEW_TOKEN_TERMS) as (keyof typeof VIEW_TOKEN_TERMS)[]),
  }),
  z.object({ action: z.literal('revoke_view_token'), view: z.uuid() }),
]);
type Action = z.infer<typeof actionSchema>;
type ActionOf<Name extends Action['action']> = Extract<Action, { action: Name }>;

export function integrationRoutes(site: Site, deps: IntegrationsDeps): readonly RouteSpec[] {
  const { integrations, rightsChanged } = deps;

  /** Throws Problem 403, whether or not the club or tournament exists. */
  async function enter(kind: Resource['kind'], visit: Visit<SignInSession>): Promise<VisitorRole> {
    const slug = visit.param('slug');
    const resourceRole = await integrations.findResourceRole(kind, slug, visit.session.userId);
    if (resourceRole === null) throw notForYou(kind);
    const address = `/${kind}s/${encodeURIComponent(resourceRole.resource.slug)}/integrations`;
    return { ...resourceRole, visit, address };
  }

  async function show(entry: VisitorRole): Promise<Answer> {
    const { visit, resource, address } = entry;
    const now = Date.now();
    const [key, apps, viewTokens, games, authorized, trail] = await Promise.all([
      integrations.findKey(resource),
      integrations.listApps(resource),
      integrations.listViewTokens(resource, now),
      integrations.readOffers(resource, now),
      resource.kind === 'tournament' ? integrations.readAuthorized(resource.id) : null,
      trailPart(integrations.readAudit, resource, address, visit.query),
    ]);
    const confirmation = confirmationFor(entry, { key, apps, viewTokens });
    if (confirmation !== null) return htmlAnswer(200, confirmation);
    const whole = {
      channel: `${resource.kind}:${resource.slug}`,
      title: resource.kind === 'club' ? 'All games of the club' : 'All matches of the tournament',
      at: null,
    };
    const notice = NOTICES.get(visit.query.get('done')) ?? null;
    const offers = [...games, whole];
    return htmlAnswer(200, integrationsPage({ entry, notice, key, apps, viewTokens, offers, authorized, trail }));
  }

  /** Who acts, and when. */
  const by = ({ visit }: VisitorRole) => ({ userId: visit.session.userId, at: Date.now() });

  async function replaceKey(entry: VisitorRole, { seen }: ActionOf<'replace_key'>): Promise<Answer> {
    requireDecider(entry);
    const { visit, resource, address } = entry;
    const apiKey = makeToken();
    await integrations.replaceKey({ resource, seen: seen ?? null, ...by(entry) }, hashToken(apiKey));
    await rightsChanged();
    const page = {
      title: `The key of ${resource.name}`,
      advice: 'The server stores only a hash. If you lose the key, regenerate it.',
      backTo: { address, name: 'the integrations' },
    };
    return htmlAnswer(200, keyPage({ ...page, visitor: visit.visitor, apiKey }));
  }

  async function revokeKey(entry: VisitorRole, { seen }: ActionOf<'revoke_key'>): Promise<Answer> {
    requireDecider(entry);
    await integrations.revokeKey({ resource: entry.resource, seen, ...by(entry) });
    await rightsChanged();
    return seeOther(`${entry.address}?done=key_revoked`);
  }

  async function disconnect(entry: VisitorRole, { app }: ActionOf<'disconnect'>): Promise<Answer> {
    const ending = { of: entry.resource, tokenId: app, ownOnly: !mayDecide(entry), ...by(entry) };
    if (!(await integrations.disconnectApp(ending))) throw notFound('App');
    await rightsChanged();
    return seeOther(`${entry.address}?done=disconnected`);
  }

  async function makeViewToken(
    entry: VisitorRole,
    { channel: name, lasts }: ActionOf<'make_view_token'>,
  ): Promise<Answer> {
    const { visit, resource, address } = entry;
    const channel = parseChannel(name)?.channel;
    if (!channel || !(await integrations.isChannelOf(resource, channel))) throw notFound('Channel');
    const { token } = await deps.makePersonsViewToken(channel, visit.session.userId, Number(lasts), resource);
    const addressOf = (page: string): string => `${deps.baseUrl()}/${page}/${channel}?token=${token}`;
    const page = {
      title: 'The view token is made',
      advice:
        'Everyone with one of these addresses sees the live score. You can revoke the token on the integrations page.',
      backTo: { address, name: 'the integrations' },
      addresses: { screen: addressOf('screen'), overlay: addressOf('overlay') },
    };
    return htmlAnswer(200, viewTokenPage({ ...page, visitor: visit.visitor }));
  }

  async function revokeViewToken(entry: VisitorRole, { view }: ActionOf<'revoke_view_token'>): Promise<Answer> {
    const ending = { viewId: view, resource: entry.resource, ...by(entry) };
    if (!(await integrations.revokeViewToken(ending))) throw notFound('View token');
    await rightsChanged();
    return seeOther(`${entry.address}?done=view_token_revoked`);
  }

  function submit(entry: VisitorRole, action: Action): Promise<Answer> {
    switch (action.action) {
      case 'replace_key':
        return replaceKey(entry, action);
      case 'revoke_key':
        return revokeKey(entry, action);
      case 'disconnect':
        return disconnect(entry, action);
      case 'make_view_token':
        return makeViewToken(entry, action);
      case 'revoke_view_token':
        return revokeViewToken(entry, action);
    }
  }

  return (['club', 'tournament'] as const).flatMap((kind) =>
    site.signedIn({
      name: `${kind}_integrations`,
      path: `/${kind}s/{slug}/integrations`,
      show: async (visit) => show(await enter(kind, visit)),
      submit: async (visit, form) => submit(await enter(kind, visit), actionIn(form)),
    }),
  );
}

function actionIn(form: URLSearchParams): Action {
  const { data } = actionSchema.safeParse(Object.fromEntries(form));
  if (data !== undefined) return data;
  throw new Problem(400, 'This form is not complete.', { hint: 'Nothing was changed. Open the page again.' });
}

const notForYou = (kind: Resource['kind']): Problem =>
  forbidden(
    `These are the integrations of a ${kind} that you do not manage.`,
    kind === 'club'
      ? 'Only owners and moderators of the club see this page.'
      : 'Only its organizers, and the owners and moderators of its host club, see this page.',
  );
