// `/clubs/{slug}/integrations` and `/tournaments/{slug}/integrations`. Each request checks the user's role. Every item that a
// form names must belong to the club or tournament in its address.
import { z } from 'zod';
import { INTEGER_MAX } from '../../../protocol/rest/bounds.ts';
import { VIEW_TOKEN_NAME_MAX } from '../../../protocol/data-file/tokens.ts';
import { type Channel, parseChannel } from '../../../protocol/wire/ids.ts';
import type { PageWords } from '../../browser/shared/words.ts';
import { IntegrationsPage } from './page.tsx';
import { KeyPage, ViewTokenPage } from '../layout/confirmation.tsx';
import type { Resource } from '../../store/integrations.ts';
import type { IntegrationQueries } from '../../store/queries.ts';
import { hashToken, makeToken } from '../../store/tokens.ts';
import type { Answer } from '../../http/core/answer.ts';
import { seeOther } from '../layout/html-answer.ts';
import { incompleteForm, PageProblem } from '../layout/page-problem.ts';
import { type VisitorRole, enter, mayDecide, requireDecider } from './visitor-role.ts';
import { confirmationFor } from './confirmations.tsx';
import type { RouteSpec } from '../../http/core/router.ts';
import type { Site } from '../site.ts';
import { trailPart } from '../layout/audit-trail.tsx';
import { VIEW_TOKEN_TERMS } from '../view-token-terms.ts';
import type { Webhooks } from '../../webhooks/manage.ts';
import { entryOf } from '../layout/entry-of.ts';

export type IntegrationsDeps = {
  readonly integrations: IntegrationQueries;
  /**
   * Makes a view token for a person and stores it; `expiresIn` in seconds, `name` at most 40 characters, '' without one.
   * Throws Problem 429 or 503.
   */
  readonly makePersonsViewToken: (
    channel: Channel,
    maker: { readonly userId: number; readonly resource: Resource },
    expiresIn: number,
    name: string,
  ) => Promise<{ readonly token: string }>;
  /** Applies the current rights at once, to open connections too. */
  readonly rightsChanged: () => Promise<void>;
  readonly baseUrl: () => string;
  readonly webhooks: Webhooks;
};

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
    lasts: z.enum(VIEW_TOKEN_TERMS),
    token_name: z.string().trim().max(VIEW_TOKEN_NAME_MAX).default(''),
  }),
  z.object({ action: z.literal('revoke_view_token'), view: z.uuid() }),
]);
type Action = z.infer<typeof actionSchema>;
type ActionOf<Name extends Action['action']> = Extract<Action, { action: Name }>;

export function integrationRoutes(site: Site, deps: IntegrationsDeps): readonly RouteSpec[] {
  const { integrations, rightsChanged } = deps;

  async function show(entry: VisitorRole): Promise<Answer> {
    const { visit, resource, address } = entry;
    const now = Date.now();
    const [key, apps, viewTokens, games, authorized, trail, webhooks] = await Promise.all([
      integrations.findKey(resource),
      integrations.listApps(resource),
      integrations.listViewTokens(resource, now),
      integrations.readOffers(resource, now),
      resource.kind === 'tournament' ? integrations.readAuthorized(resource.id) : null,
      trailPart(integrations.readAudit, resource, address, visit.query),
      deps.webhooks.list(resource),
    ]);
    const confirmation = confirmationFor(entry, { key, apps, viewTokens });
    if (confirmation !== null) return visit.html(200, confirmation);
    const { all, notices } = visit.words.integrations;
    const whole = { channel: `${resource.kind}:${resource.slug}`, title: all[resource.kind], at: null, zone: null };
    const notice = entryOf(notices, visit.query.get('done'));
    const offers = [...games, whole];
    const shown = { entry, notice, apps, viewTokens, offers, authorized, trail, sharedKey: key, webhooks };
    return visit.html(200, <IntegrationsPage {...shown} />, { hasTimes: true });
  }

  /** Who acts, and when. */
  const by = ({ visit }: VisitorRole) => ({ userId: visit.session.userId, at: Date.now() });

  async function replaceKey(entry: VisitorRole, { seen }: ActionOf<'replace_key'>): Promise<Answer> {
    requireDecider(entry);
    const { visit, resource, address } = entry;
    const apiKey = makeToken();
    await integrations.replaceKey({ resource, seen: seen ?? null, ...by(entry) }, hashToken(apiKey));
    await rightsChanged();
    return visit.html(200, <KeyPage visitor={visit.visitor} backTo={address} name={resource.name} apiKey={apiKey} />);
  }

  async function revokeKey(entry: VisitorRole, { seen }: ActionOf<'revoke_key'>): Promise<Answer> {
    requireDecider(entry);
    await integrations.revokeKey({ resource: entry.resource, seen, ...by(entry) });
    await rightsChanged();
    return seeOther(`${entry.address}?done=key_revoked`);
  }

  async function disconnect(entry: VisitorRole, { app }: ActionOf<'disconnect'>): Promise<Answer> {
    const ending = { of: entry.resource, tokenId: app, ownOnly: !mayDecide(entry), ...by(entry) };
    if (!(await integrations.disconnectApp(ending))) throw new PageProblem(404, entry.visit.words.apps.notFound);
    await rightsChanged();
    return seeOther(`${entry.address}?done=disconnected`);
  }

  async function makeViewToken(
    entry: VisitorRole,
    { channel: asked, lasts, token_name: name }: ActionOf<'make_view_token'>,
  ): Promise<Answer> {
    const { visit, resource, address } = entry;
    const channel = parseChannel(asked)?.channel;
    if (!channel || !(await integrations.isChannelOf(resource, channel))) {
      throw new PageProblem(404, visit.words.integrations.channelNotFound);
    }
    const maker = { userId: visit.session.userId, resource };
    const { token } = await deps.makePersonsViewToken(channel, maker, Number(lasts), name);
    const addressOf = (page: string): string => `${deps.baseUrl()}/${page}/${channel}?token=${token}`;
    const addresses = { screen: addressOf('screen'), overlay: addressOf('overlay') };
    return visit.html(200, <ViewTokenPage visitor={visit.visitor} backTo={address} addresses={addresses} />);
  }

  async function revokeViewToken(entry: VisitorRole, { view }: ActionOf<'revoke_view_token'>): Promise<Answer> {
    const ending = { viewId: view, resource: entry.resource, ...by(entry) };
    if (!(await integrations.revokeViewToken(ending))) {
      throw new PageProblem(404, entry.visit.words.integrations.tokenNotFound);
    }
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
      show: async (visit) => show(await enter(integrations.findResourceRole, kind, visit)),
      submit: async (visit, form) =>
        submit(await enter(integrations.findResourceRole, kind, visit), actionIn(form, visit.words)),
    }),
  );
}

function actionIn(form: URLSearchParams, words: PageWords): Action {
  const { data } = actionSchema.safeParse(Object.fromEntries(form));
  if (data === undefined) throw incompleteForm(words);
  return data;
}
