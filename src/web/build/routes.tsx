// `/build/screen` and `/build/overlay`: forms that make an address with a view token. The user must be allowed to read the
// channel. The forms work without scripts; with a script the preview follows the form.
import { parseChannel, type ParsedChannel, type MatchRef } from '../../../protocol/wire/ids.ts';
import type { ChannelRights } from '../../auth/channel-rights.ts';
import { channelForbidden } from '../../auth/access-problems.ts';
import type { SignInSession } from '../../auth/sign-in-sessions.ts';
import type { LiveChannel } from '../../live/channel.ts';
import type { Match } from '../../match/match.ts';
import {
  addressQuery,
  BUILD_KINDS,
  type BuildKind,
  checkedQuery,
  type FieldValues,
} from '../../browser/builder/fields.ts';
import { momentOf } from '../../browser/builder/moments.ts';
import type { Resource } from '../../store/integrations.ts';
import type { IntegrationQueries } from '../../store/queries.ts';
import { VIEW_TOKEN_NAME_MAX } from '../../../protocol/data-file/data-file.ts';
import type { Answer } from '../../http/core/answer.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import type { IntegrationsDeps } from '../integrations/routes.tsx';
import { PageProblem } from '../layout/page-problem.ts';
import type { PageDataDeps } from '../page-data.ts';
import type { Site, Visit } from '../site.ts';
import { isTerm } from '../view-token-terms.ts';
import { exampleAnswer } from './example.ts';
import { type Build, BuildPage, type Made } from './page.tsx';

export type BuildDeps = Pick<IntegrationsDeps, 'makePersonsViewToken'> &
  Pick<PageDataDeps, 'pages' | 'baseUrl' | 'feedChannel'> & {
    readonly integrations: Pick<IntegrationQueries, 'findResourceRole'>;
    readonly scopeOf: ChannelRights['scopeOf'];
    readonly matchChannel: (ref: MatchRef) => Promise<{ readonly match: Match; readonly channel: LiveChannel } | null>;
  };

/** A channel, its title, and the club or tournament that it belongs to. */
type Subject = { readonly parsed: ParsedChannel; readonly title: string; readonly resource: Resource };
type Given = Pick<Build, 'made' | 'given' | 'moment'> & { readonly status: number; readonly isNew?: boolean };

export function buildRoutes(site: Site, deps: BuildDeps): readonly RouteSpec[] {
  const { integrations, matchChannel, feedChannel } = deps;

  /** Throws Problem 404 for an invalid channel, and 403 for one that this user may not read, whether or not it exists. */
  async function subjectOf(visit: Visit<SignInSession>): Promise<Subject> {
    const parsed = parseChannel(visit.query.get('channel') ?? '');
    if (!parsed) throw new PageProblem(404, visit.words.integrations.channelNotFound);
    for (const [kind, slug] of await ownersOf(parsed)) {
      const resourceRole = await integrations.findResourceRole(kind, slug, visit.session.userId);
      if (resourceRole !== null) {
        const match = 'slug' in parsed ? null : (await matchChannel(parsed.channel))?.match;
        return { parsed, title: match?.fixture.title ?? resourceRole.resource.name, resource: resourceRole.resource };
      }
    }
    throw channelForbidden(parsed.channel);
  }

  /** The clubs and tournaments whose staff may read a channel; for a match, also the authorized clubs (rule ACCESS-6). */
  async function ownersOf(parsed: ParsedChannel): Promise<readonly (readonly [Resource['kind'], string])[]> {
    if ('slug' in parsed) return [[parsed.kind, parsed.slug]];
    const scope = await deps.scopeOf(parsed.channel);
    if (scope === null) return [];
    if (scope.kind === 'game') return [['club', scope.clubSlug]];
    return [['tournament', scope.tournament.slug], ...scope.authorizedClubs.map((slug) => ['club', slug] as const)];
  }

  const liveChannel = async (parsed: ParsedChannel): Promise<LiveChannel | null> =>
    'slug' in parsed ? feedChannel(parsed.channel) : ((await matchChannel(parsed.channel))?.channel ?? null);

  function answer(kind: BuildKind, visit: Visit<SignInSession>, { parsed, title }: Subject, given: Given): Answer {
    const script = deps.pages?.manifest['builder']?.js;
    const { channel } = parsed;
    const page = <BuildPage {...{ ...given, kind, visit, channel, title, origin: deps.baseUrl(), script }} />;
    return visit.html(given.status, page, { hasScripts: script !== undefined, hasFrames: true });
  }

  const page = (kind: BuildKind): readonly RouteSpec[] => [
    ...site.signedIn({
      name: `build_${kind}`,
      path: `/build/${kind}`,
      async show(visit) {
        const given: FieldValues = (name) => visit.query.getAll(name);
        return answer(kind, visit, await subjectOf(visit), { given, made: null, moment: 'play', status: 200 });
      },
      async submit(visit, form) {
        const subject = await subjectOf(visit);
        const given: FieldValues = (name) => form.getAll(name);
        const asked = form.get('moment');
        const token = form.get('token') ?? '';
        const { invalid } = checkedQuery(kind, addressQuery(kind, given));
        const name = (form.get('token_name') ?? '').trim();
        const isNameLong = name.length > VIEW_TOKEN_NAME_MAX;
        const isValid = invalid.length === 0 && !isNameLong;
        const status = isValid ? 200 : 422;
        // The options or the moment were changed without a script: keep the token.
        if (token !== '' || asked !== null || !isValid) {
          const moment = token !== '' && (asked === null || asked === 'live') ? 'live' : momentOf(kind, asked ?? '');
          const made: Made | null = token === '' ? null : { token, name };
          return answer(kind, visit, subject, { given, made, moment, status });
        }
        const lasts = form.get('lasts') ?? '';
        if (!isTerm(lasts)) throw new PageProblem(422, visit.words.build.chooseTerm);
        const { parsed, resource } = subject;
        const maker = { userId: visit.session.userId, resource };
        const { token: fresh } = await deps.makePersonsViewToken(parsed.channel, maker, Number(lasts), name);
        return answer(kind, visit, subject, { given, made: { token: fresh, name }, moment: 'live', status });
      },
    }),
    ...site.signedIn({
      name: `build_${kind}_example`,
      path: `/build/${kind}/example`,
      async show(visit) {
        const { parsed, title } = await subjectOf(visit);
        const state = (await liveChannel(parsed))?.newest().state ?? null;
        return exampleAnswer({ kind, channel: parsed.channel, title, state, pages: deps.pages });
      },
    }),
  ];

  return BUILD_KINDS.flatMap(page);
}
