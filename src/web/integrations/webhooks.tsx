// `/clubs/{slug}/integrations/webhooks` and `…/webhooks/{webhook_id}`, and the same for tournaments. Each request checks the user's
// role; a webhook must belong to the club or tournament of its address.
import { z } from 'zod';
import { INTEGER_MAX } from '../../../protocol/rest/bounds.ts';
import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX, webhookBody, WEBHOOKS_MAX } from '../../../protocol/rest/webhook.ts';
import type { SignInSession } from '../../auth/sign-in-sessions.ts';
import type { Answer } from '../../http/core/answer.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import { Problem } from '../../ops/problem.ts';
import type { By, Webhooks } from '../../webhooks/manage.ts';
import { ConfirmationPage, SecretPage } from '../layout/confirmation.tsx';
import { seeOther } from '../layout/html-answer.ts';
import { incompleteForm } from '../layout/page-problem.ts';
import type { PageWords } from '../../browser/shared/words.ts';
import type { Site, Visit } from '../site.ts';
import type { IntegrationsDeps } from './routes.tsx';
import { enter, type VisitorRole } from './visitor-role.ts';
import { type ListPage, WebhookPage, WebhooksPage } from './webhooks-page.tsx';
import { entryOf } from '../layout/entry-of.ts';

type WebhookPagesDeps = Pick<IntegrationsDeps, 'integrations'> & { readonly webhooks: Webhooks };

/** Deliveries of one page. */
const DELIVERIES = 20;

const actionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('resume') }),
  z.object({ action: z.literal('rotate') }),
  z.object({ action: z.literal('delete') }),
  z.object({ action: z.literal('send'), delivery: z.string().max(64) }),
]);

export function webhookRoutes(site: Site, { integrations, webhooks }: WebhookPagesDeps): readonly RouteSpec[] {
  const by = ({ resource, visit }: VisitorRole): By => ({ resource, userId: visit.session.userId });
  const noticeOf = ({ query, words }: Visit): string | null => entryOf(words.webhooks.notices, query.get('done'));

  async function list(
    entry: VisitorRole,
    problem: ListPage['problem'] = null,
    form: Pick<ListPage, 'url' | 'events'> = { url: '', events: WEBHOOK_EVENTS },
  ): Promise<Answer> {
    const found = await webhooks.list(entry.resource);
    const page = { entry, webhooks: found, notice: noticeOf(entry.visit), problem, ...form };
    return entry.visit.html(problem === null ? 200 : 422, <WebhooksPage {...page} />, { hasTimes: true });
  }

  async function make(entry: VisitorRole, form: URLSearchParams): Promise<Answer> {
    const entries = { url: (form.get('url') ?? '').trim(), events: form.getAll('events') };
    const { webhooks: words } = entry.visit.words;
    const sent = webhookBody.safeParse(entries);
    if (!sent.success) return list(entry, problemIn(sent.error, words), entries);
    const fault = webhooks.addressFault(sent.data.url);
    if (fault !== null) return list(entry, { title: words.wrongAddress, details: words.addressFaults[fault] }, entries);
    try {
      const made = await webhooks.make(by(entry), sent.data.url, sent.data.events);
      return await secretShown(entry, made);
    } catch (error) {
      // Another person made the last one that is possible.
      if (!(error instanceof Problem) || error.status !== 422) throw error;
      return list(entry, { title: words.full(WEBHOOKS_MAX) }, entries);
    }
  }

  function secretShown({ visit, address }: VisitorRole, { secret }: { readonly secret: string }): Promise<Answer> {
    const { secretTitle: title, secretAdvice: advice, secret: label } = visit.words.webhooks;
    const page = (
      <SecretPage
        title={title}
        advice={advice}
        label={label}
        secret={secret}
        backTo={address}
        visitor={visit.visitor}
      />
    );
    return visit.html(200, page);
  }

  async function one(entry: VisitorRole): Promise<Answer> {
    const { visit, resource } = entry;
    const webhook = await webhooks.find(resource, visit.param('webhook_id'));
    const address = `${entry.address}/webhooks/${webhook.id}`;
    const action = visit.query.get('ask');
    const asked = entryOf(visit.words.webhooks.questions, action);
    if (asked !== null && action !== null) {
      const fields = { action };
      const question = { ...asked, fields, visitor: visit.visitor, address };
      return visit.html(200, <ConfirmationPage {...question} />);
    }
    const page = pageIn(visit.query);
    const { deliveries, total } = await webhooks.deliveries(resource, webhook.id, { limit: DELIVERIES, page });
    const newer = page > 1 ? `${address}?page=${page - 1}` : null;
    const older = page * DELIVERIES < total ? `${address}?page=${page + 1}` : null;
    const shown = { entry, webhook, notice: noticeOf(visit), deliveries, newer, older };
    return visit.html(200, <WebhookPage {...shown} />, { hasTimes: true });
  }

  async function change(entry: VisitorRole, form: URLSearchParams): Promise<Answer> {
    const id = entry.visit.param('webhook_id');
    const address = `${entry.address}/webhooks`;
    const { data } = actionSchema.safeParse(Object.fromEntries(form));
    switch (data?.action) {
      case undefined:
        throw incompleteForm(entry.visit.words);
      case 'resume':
        await webhooks.resume(by(entry), id);
        return seeOther(`${address}/${encodeURIComponent(id)}?done=resumed`);
      case 'rotate':
        return secretShown(entry, await webhooks.rotate(by(entry), id));
      case 'delete':
        await webhooks.remove(by(entry), id);
        return seeOther(`${address}?done=deleted`);
      case 'send':
        await webhooks.sendAgain(by(entry), id, data.delivery);
        return seeOther(`${address}/${encodeURIComponent(id)}?done=sent`);
    }
  }

  return (['club', 'tournament'] as const).flatMap((kind) => {
    const entered = (visit: Visit<SignInSession>): Promise<VisitorRole> =>
      enter(integrations.findResourceRole, kind, visit);
    return [
      ...site.signedIn({
        name: `${kind}_webhooks`,
        path: `/${kind}s/{slug}/integrations/webhooks`,
        show: async (visit) => list(await entered(visit)),
        submit: async (visit, form) => make(await entered(visit), form),
      }),
      ...site.signedIn({
        name: `${kind}_webhook`,
        path: `/${kind}s/{slug}/integrations/webhooks/{webhook_id}`,
        show: async (visit) => one(await entered(visit)),
        submit: async (visit, form) => change(await entered(visit), form),
      }),
    ];
  });
}

const problemIn = ({ issues: [issue] }: z.ZodError, words: PageWords['webhooks']): ListPage['problem'] =>
  issue?.path[0] === 'events'
    ? { title: words.chooseEvent }
    : { title: words.wrongAddress, details: words.longAddress(WEBHOOK_URL_MAX) };

/** The page in the query, from 1. */
function pageIn(query: URLSearchParams): number {
  const text = query.get('page') ?? '';
  return /^[1-9]\d{0,8}$/.test(text) && Number(text) <= INTEGER_MAX ? Number(text) : 1;
}
