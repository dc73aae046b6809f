// `/build/screen` and `/build/overlay`: forms that make an address with a view token. The user must be allowed to read the
// channel. The forms work without scripts; with a script the preview follows the form.
import { parseChannel, type ParsedChannel, type MatchRef } from '../../../protocol/wire/ids.ts';
import type { ChannelRights } from '../../auth/channel-rights.ts';
import type { SignInSession } from '../../auth/sign-in-sessions.ts';
import type { LiveChannel } from '../../live/channel.ts';
import type { Match } from '../../match/match.ts';
import {
  addressQuery,
  BUILD_KINDS,
  type BuildKind,
  checkedQuery,
  type FieldValues,
  isThemeName,
  type Looks,
  settingsOf,
  themeFrom,
} from '../../browser/builder/fields.ts';
import { momentOf } from '../../browser/builder/moments.ts';
import { THEME_NAME_MAX, THEME_PARAMS, type Theme, type ThemeSettings } from '../../browser/shared/theme.ts';
import type { Resource } from '../../store/integrations.ts';
import { type ThemeOwner, THEMES_MAX } from '../../store/themes.ts';
import type { IntegrationQueries } from '../../store/queries.ts';
import { VIEW_TOKEN_NAME_MAX } from '../../../protocol/data-file/tokens.ts';
import type { Answer } from '../../http/core/answer.ts';
import type { RouteSpec } from '../../http/core/router.ts';
import type { IntegrationsDeps } from '../integrations/routes.tsx';
import { matchTitle } from '../layout/match-title.ts';
import { PageProblem } from '../layout/page-problem.ts';
import type { PageDataDeps } from '../page-data.ts';
import type { Site, Visit } from '../site.ts';
import { fontOf, lookOf, themeOwnerOf } from '../themes.ts';
import { isTerm } from '../view-token-terms.ts';
import { exampleAnswer } from './example.ts';
import { type Build, BuildPage, type Made } from './page.tsx';
import { builderAddress, deleteThemePage } from './themes.tsx';

type LookQueries = 'findTheme' | 'listThemes' | 'saveTheme' | 'deleteTheme' | 'findCrest' | 'listCrests';

export type BuildDeps = Pick<IntegrationsDeps, 'makePersonsViewToken'> &
  Pick<PageDataDeps, 'pages' | 'baseUrl' | 'feedChannel'> & {
    readonly integrations: Pick<IntegrationQueries, 'findResourceRole' | LookQueries>;
    readonly scopeOf: ChannelRights['scopeOf'];
    readonly matchChannel: (ref: MatchRef) => Promise<{ readonly match: Match; readonly channel: LiveChannel } | null>;
  };

/**
 * A channel, its title, and the club or tournament through which the user reaches it. `owner` is the one that has the themes;
 * the staff of an authorized club are not `isOwn`.
 */
type Subject = {
  readonly parsed: ParsedChannel;
  readonly title: string;
  readonly resource: Resource;
  readonly owner: ThemeOwner;
  readonly isOwn: boolean;
};
type Given = Pick<Build, 'made' | 'given' | 'moment'> &
  Partial<Pick<Build, 'note' | 'themeProblem'>> & { readonly status: number };

type NewTheme = Pick<Subject, 'resource'> & {
  readonly visit: Visit<SignInSession>;
  readonly name: string;
  readonly settings: ThemeSettings;
};

function openPlaces({ fixture }: Match): { readonly homePlace?: string | null; readonly awayPlace?: string | null } {
  if (fixture.kind === 'game') return {};
  const { home, away } = fixture;
  return { homePlace: home.id === null ? home.name : null, awayPlace: away.id === null ? away.name : null };
}

export function buildRoutes(site: Site, deps: BuildDeps): readonly RouteSpec[] {
  const { integrations, matchChannel, feedChannel } = deps;

  /** Throws Problem 404 for an invalid channel, and 403 for one that this user may not read, whether or not it exists. */
  async function subjectOf(visit: Visit<SignInSession>): Promise<Subject> {
    const parsed = parseChannel(visit.query.get('channel') ?? '');
    const { integrations: said, problems } = visit.words;
    if (!parsed) throw new PageProblem(404, said.channelNotFound, { hint: said.channelAdvice });
    const forbidden = (): PageProblem => new PageProblem(403, problems[403].title, { hint: problems[403].advice });
    const scope = 'slug' in parsed ? null : await deps.scopeOf(parsed.channel);
    const owner = themeOwnerOf(parsed, scope);
    if (owner === null) throw forbidden();
    // The staff of the authorized clubs of a match may read it too (rule ACCESS-6).
    const clubs = scope?.kind === 'match' ? scope.authorizedClubs : [];
    for (const one of [owner, ...clubs.map((slug) => ({ kind: 'club', slug }) as const)]) {
      const resourceRole = await integrations.findResourceRole(one.kind, one.slug, visit.session.userId);
      if (resourceRole === null) continue;
      const { resource } = resourceRole;
      const match = 'slug' in parsed ? null : (await matchChannel(parsed.channel))?.match;
      const title = matchTitle(
        { ...parsed, title: match?.fixture.title ?? resource.name, ...(match && openPlaces(match)) },
        visit.language,
      );
      return { parsed, title, resource, owner, isOwn: one === owner };
    }
    throw forbidden();
  }

  /** Throws Problem 403 for the staff of another club. */
  function requireOwn(visit: Visit<SignInSession>, { isOwn }: Subject): void {
    if (!isOwn) throw new PageProblem(403, visit.words.themes.notYours);
  }

  /** Null once the theme is saved, else what is wrong with its name. */
  async function saveTheme(kind: BuildKind, act: NewTheme): Promise<string | null> {
    const { visit, resource, name, settings } = act;
    const { wrongName, full } = visit.words.themes;
    if (!isThemeName(name)) return wrongName(THEME_NAME_MAX);
    const saved = { resource, name, settings, replaced: THEME_PARAMS[kind] };
    const isSaved = await integrations.saveTheme({ ...saved, userId: visit.session.userId, at: Date.now() });
    return isSaved ? null : full(THEMES_MAX);
  }

  /** Throws Problem 404. */
  async function deleteTheme(visit: Visit<SignInSession>, { resource }: Subject, name: string): Promise<void> {
    const isDeleted = await integrations.deleteTheme({ resource, name, userId: visit.session.userId, at: Date.now() });
    if (!isDeleted) throw new PageProblem(404, visit.words.themes.gone);
  }

  const liveChannel = async (parsed: ParsedChannel): Promise<LiveChannel | null> =>
    'slug' in parsed ? feedChannel(parsed.channel) : ((await matchChannel(parsed.channel))?.channel ?? null);

  const looksOf = async ({ owner }: Pick<Subject, 'owner'>): Promise<Looks> => ({
    themes: await integrations.listThemes(owner),
    crests: await integrations.listCrests(owner),
  });

  async function answer(kind: BuildKind, visit: Visit<SignInSession>, subject: Subject, shown: Given): Promise<Answer> {
    const script = deps.pages?.manifest['builder']?.js;
    const { title, resource, isOwn } = subject;
    const { note = null, themeProblem = null, status, ...given } = shown;
    const page = (
      <BuildPage
        {...given}
        note={note}
        themeProblem={themeProblem}
        kind={kind}
        visit={visit}
        title={title}
        script={script}
        channel={subject.parsed.channel}
        {...await looksOf(subject)}
        owner={isOwn ? resource.name : null}
        origin={deps.baseUrl()}
      />
    );
    return visit.html(status, page, { hasScripts: script !== undefined, hasFrames: true });
  }

  const page = (kind: BuildKind): readonly RouteSpec[] => [
    ...site.signedIn({
      name: `build_${kind}`,
      path: `/build/${kind}`,
      async show(visit) {
        const subject = await subjectOf(visit);
        if (visit.query.get('ask') === 'delete_theme') {
          requireOwn(visit, subject);
          const themes = await integrations.listThemes(subject.owner);
          const address = builderAddress(kind, subject.parsed.channel);
          return visit.html(200, deleteThemePage({ visit, themes, address }));
        }
        const given: FieldValues = (name) => visit.query.getAll(name);
        return answer(kind, visit, subject, { given, made: null, moment: 'play', status: 200 });
      },
      async submit(visit, form) {
        const subject = await subjectOf(visit);
        const asked = form.get('moment');
        const token = form.get('token') ?? '';
        const { themes: words } = visit.words;
        const deleted = form.get('delete_theme');
        if (deleted !== null) {
          requireOwn(visit, subject);
          await deleteTheme(visit, subject, deleted);
          const fresh = { given: () => [], made: null, moment: 'play' } as const;
          return answer(kind, visit, subject, { ...fresh, note: words.deleted(deleted), status: 200 });
        }
        const isSaving = form.get('save_theme') !== null;
        if (isSaving) requireOwn(visit, subject);
        const looks = await looksOf(subject);
        const { themes } = looks;
        const given = givenIn(kind, form, themes);
        const query = addressQuery(kind, given);
        const { invalid } = checkedQuery(kind, query, looks);
        const name = (form.get('token_name') ?? '').trim();
        const isNameLong = name.length > VIEW_TOKEN_NAME_MAX;
        const isValid = invalid.length === 0 && !isNameLong;
        const status = isValid ? 200 : 422;
        const moment = token !== '' && (asked === null || asked === 'live') ? 'live' : momentOf(kind, asked ?? '');
        const before: Made | null = token === '' ? null : { token, name };
        const shown = { given, made: before, moment, status } as const;
        if (isValid && isSaving) {
          const themeName = (form.get('theme_name') ?? '').trim().toLowerCase();
          const theme = { ...subject, visit, name: themeName, settings: themeFrom(kind, query, themes) };
          const themeProblem = await saveTheme(kind, theme);
          if (themeProblem !== null) return answer(kind, visit, subject, { ...shown, themeProblem, status: 422 });
          const named = withLook(kind, given, { theme: themeName });
          return answer(kind, visit, subject, { ...shown, given: named, note: words.saved(themeName) });
        }
        const isMaking = asked === null && form.get('use_theme') === null && form.get('change_theme') === null;
        // The options, the moment or the theme were changed without a script: keep the token.
        if (token !== '' || !isMaking || !isValid) return answer(kind, visit, subject, shown);
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
        const { parsed, title, owner } = await subjectOf(visit);
        const state = (await liveChannel(parsed))?.newest().state ?? null;
        const look = await lookOf(integrations, owner, visit.query);
        const font = fontOf(visit.query, look);
        return exampleAnswer({ kind, channel: parsed.channel, title, look, font, state, pages: deps.pages });
      },
    }),
  ];

  return BUILD_KINDS.flatMap(page);
}

/** The values in a form. A button beside a theme names it, or puts its settings into the fields so that they can be changed. */
function givenIn(kind: BuildKind, form: URLSearchParams, themes: readonly Theme[]): FieldValues {
  const given: FieldValues = (name) => form.getAll(name);
  const used = form.get('use_theme');
  if (used !== null) return withLook(kind, given, { theme: used });
  const changed = form.get('change_theme');
  return changed === null ? given : withLook(kind, given, { ...settingsOf(changed, themes), theme_name: changed });
}

/** The values with another look. */
function withLook(kind: BuildKind, given: FieldValues, look: ThemeSettings): FieldValues {
  const replaced: ReadonlySet<string> = new Set([...THEME_PARAMS[kind], 'theme', 'theme_name']);
  return (name) => {
    if (!replaced.has(name)) return given(name);
    const value = look[name];
    return value === undefined ? [] : [value];
  };
}
