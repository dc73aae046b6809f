// `/build/screen` and `/build/overlay`: addresses with a view token, made by somebody who may read what they show.
import { parseChannel, type ParsedChannel } from '../../protocol/wire/ids.ts';
import { channelForbidden } from '../auth/access-problems.ts';
import type { SignInSession } from '../auth/sign-in-sessions.ts';
import type { Match } from '../match/match.ts';
import { buildPage } from './builder.tsx';
import { addressQuery, type BuildKind, type Given, queryProblems } from '../browser/builder/fields.ts';
import { notFound, Problem } from '../ops/problem.ts';
import type { Resource } from '../store/integrations.ts';
import type { IntegrationQuestions } from '../store/queries.ts';
import type { Answer } from '../http/core/answer.ts';
import type { BuiltPages } from './built-files.ts';
import { htmlAnswer } from './layout/html-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site, Visit } from './site.ts';
import type { Channel, MatchRef } from '../../protocol/wire/ids.ts';
import { VIEW_TOKEN_TERMS } from './view-token-terms.ts';

export type BuildDeps = {
  readonly integrations: Pick<IntegrationQuestions, 'findStanding'>;
  /** Makes a view token for a person and stores it; `expiresIn` in seconds. Throws Problem 429 or 503. */
  readonly makePersonsViewToken: (
    channel: Channel,
    userId: number,
    expiresIn: number,
    resource: Resource,
  ) => Promise<{ readonly token: string }>;
  readonly matchChannel: (ref: MatchRef) => Promise<{ readonly match: Match } | null>;
  readonly pages?: BuiltPages | null | undefined;
  /** Where the service is reached, without a slash at its end. */
  readonly baseUrl: () => string;
};

const isTerm = (text: string): text is keyof typeof VIEW_TOKEN_TERMS => Object.hasOwn(VIEW_TOKEN_TERMS, text);

/** What a channel belongs to, and what it is called. */
type Subject = { readonly channel: Channel; readonly title: string; readonly resource: Resource };

export function buildRoutes(site: Site, deps: BuildDeps): readonly RouteSpec[] {
  const { integrations } = deps;

  /** Throws Problem 404 for what is no channel, 403 for one that this person may not read, whether or not it is there. */
  async function subjectOf(visit: Visit<SignInSession>): Promise<Subject> {
    const parsed = parseChannel(visit.query.get('channel') ?? '');
    if (!parsed) throw notFound('Channel');
    const { title, owners } = await ownersOf(parsed);
    for (const [kind, slug] of owners) {
      const standing = await integrations.findStanding(kind, slug, visit.session.userId);
      if (standing !== null) {
        return { channel: parsed.channel, title: title ?? standing.resource.name, resource: standing.resource };
      }
    }
    throw channelForbidden(parsed.channel);
  }

  /** Whose staff may read a channel; a match is also read by the clubs authorized for it (rule ACCESS-6). */
  async function ownersOf(
    parsed: ParsedChannel,
  ): Promise<{ title: string | null; owners: readonly (readonly [Resource['kind'], string])[] }> {
    if ('slug' in parsed) return { title: null, owners: [[parsed.kind, parsed.slug]] };
    const found = await deps.matchChannel(parsed.channel);
    if (!found) return { title: null, owners: [] };
    const { fixture } = found.match;
    if (fixture.kind === 'game') return { title: fixture.title, owners: [['club', fixture.clubSlug]] };
    const clubs = fixture.authorizedClubs.map((slug) => ['club', slug] as const);
    return { title: fixture.title, owners: [['tournament', fixture.tournament.slug], ...clubs] };
  }

  function answer(
    visit: Visit<SignInSession>,
    kind: BuildKind,
    { channel, title }: Subject,
    { given, token }: { readonly given: Given; readonly token: string | null },
  ): Answer {
    const script = deps.pages?.manifest['builder']?.js;
    const page = buildPage({
      ...{
        visitor: visit.visitor,
        csrf: visit.csrf,
        kind,
        channel: { channel, title },
        given,
        terms: VIEW_TOKEN_TERMS,
      },
      problems: queryProblems(kind, addressQuery(kind, given)),
      made: token === null ? null : { token, origin: deps.baseUrl() },
      scripts: script === undefined ? [] : [script],
    });
    return htmlAnswer(200, page, { hasScripts: script !== undefined, hasFrames: true });
  }

  const page = (kind: BuildKind): readonly RouteSpec[] =>
    site.signedIn({
      name: `build_${kind}`,
      path: `/build/${kind}`,
      async show(visit) {
        const subject = await subjectOf(visit);
        return answer(visit, kind, subject, { given: (name) => visit.query.getAll(name), token: null });
      },
      async submit(visit, form) {
        const subject = await subjectOf(visit);
        const given: Given = (name) => form.getAll(name);
        // Options were changed without a script: the token is the one that was made before.
        const made = form.get('token') ?? '';
        if (made !== '') return answer(visit, kind, subject, { given, token: made });
        const lasts = form.get('lasts') ?? '';
        if (!isTerm(lasts)) throw new Problem(422, 'This form names no time for which the address shall work.');
        const { channel, resource } = subject;
        const { token } = await deps.makePersonsViewToken(channel, visit.session.userId, Number(lasts), resource);
        return answer(visit, kind, subject, { given, token });
      },
    });

  return [...page('screen'), ...page('overlay')];
}
