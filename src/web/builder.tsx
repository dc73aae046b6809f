// `/build/screen` and `/build/overlay`: forms that make an address with a view token. The user must be allowed to read the
// channel. The forms work without scripts; with a script the preview follows the form.
import { parseChannel, type ParsedChannel, type Channel, type MatchRef } from '../../protocol/wire/ids.ts';
import type { ChannelRights } from '../auth/channel-rights.ts';
import { channelForbidden } from '../auth/access-problems.ts';
import type { SignInSession } from '../auth/sign-in-sessions.ts';
import type { Match } from '../match/match.ts';
import {
  addressQuery,
  type BuildKind,
  type FieldValues,
  queryProblems,
  buildFields,
  type BuildField,
  pageAddress,
} from '../browser/builder/fields.ts';
import type { Resource } from '../store/integrations.ts';
import type { IntegrationQueries } from '../store/queries.ts';
import type { Answer } from '../http/core/answer.ts';
import type { BuiltPages } from './built-files.ts';
import { LANGUAGE_NAMES } from '../browser/shared/language.ts';
import type { PageWords } from '../browser/shared/words.ts';
import { PageProblem } from './layout/page-problem.ts';
import { useWords } from './layout/words.tsx';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site, Visit } from './site.ts';
import type { IntegrationsDeps } from './integrations/routes.tsx';
import { VIEW_TOKEN_TERMS } from './view-token-terms.ts';
import { Button, Choice, Field, Form } from './layout/form.tsx';
import { Page } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';

export type BuildDeps = Pick<IntegrationsDeps, 'makePersonsViewToken'> & {
  readonly integrations: Pick<IntegrationQueries, 'findResourceRole'>;
  readonly scopeOf: ChannelRights['scopeOf'];
  readonly matchChannel: (ref: MatchRef) => Promise<{ readonly match: Match } | null>;
  readonly pages?: BuiltPages | null | undefined;
  /** The public address of the service, without a slash at its end. */
  readonly baseUrl: () => string;
};

const isTerm = (text: string): boolean => VIEW_TOKEN_TERMS.some((term) => term === text);

/** A channel, its title, and the club or tournament that it belongs to. */
type Subject = { readonly channel: Channel; readonly title: string; readonly resource: Resource };

export function buildRoutes(site: Site, deps: BuildDeps): readonly RouteSpec[] {
  const { integrations } = deps;

  /** Throws Problem 404 for an invalid channel, and 403 for one that this user may not read, whether or not it exists. */
  async function subjectOf(visit: Visit<SignInSession>): Promise<Subject> {
    const parsed = parseChannel(visit.query.get('channel') ?? '');
    if (!parsed) throw new PageProblem(404, visit.words.integrations.channelNotFound);
    for (const [kind, slug] of await ownersOf(parsed)) {
      const resourceRole = await integrations.findResourceRole(kind, slug, visit.session.userId);
      if (resourceRole !== null) {
        const match = 'slug' in parsed ? null : (await deps.matchChannel(parsed.channel))?.match;
        const title = match?.fixture.title ?? resourceRole.resource.name;
        return { channel: parsed.channel, title, resource: resourceRole.resource };
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

  function answer(
    kind: BuildKind,
    visit: Visit<SignInSession>,
    build: Pick<Build, 'subject' | 'given' | 'token'>,
  ): Answer {
    const script = deps.pages?.manifest['builder']?.js;
    const page = <BuildPage {...{ ...build, kind, visit, origin: deps.baseUrl(), script }} />;
    return visit.html(200, page, { hasScripts: script !== undefined, hasFrames: true });
  }

  const page = (kind: BuildKind): readonly RouteSpec[] =>
    site.signedIn({
      name: `build_${kind}`,
      path: `/build/${kind}`,
      async show(visit) {
        const subject = await subjectOf(visit);
        return answer(kind, visit, { subject, given: (name) => visit.query.getAll(name), token: null });
      },
      async submit(visit, form) {
        const subject = await subjectOf(visit);
        const given: FieldValues = (name) => form.getAll(name);
        // The options were changed without a script: keep the token.
        const made = form.get('token') ?? '';
        if (made !== '') return answer(kind, visit, { subject, given, token: made });
        const lasts = form.get('lasts') ?? '';
        if (!isTerm(lasts)) throw new PageProblem(422, visit.words.build.chooseTerm);
        const { channel, resource } = subject;
        const { token } = await deps.makePersonsViewToken(channel, visit.session.userId, Number(lasts), resource);
        return answer(kind, visit, { subject, given, token });
      },
    });

  return [...page('screen'), ...page('overlay')];
}

type Build = {
  readonly kind: BuildKind;
  readonly visit: Visit<SignInSession>;
  readonly subject: Subject;
  readonly given: FieldValues;
  /** The token that was made; null before. */
  readonly token: string | null;
  /** The service's own. */
  readonly origin: string;
  readonly script: string | undefined;
};

function BuildPage({ kind, visit, subject: { channel, title }, given, token, origin, script }: Build) {
  const { build, integrations } = useWords();
  const query = addressQuery(kind, given);
  const problems = queryProblems(kind, query);
  const address = token === null ? null : pageAddress(kind, channel, token, query);
  return (
    <Page title={build.titles[kind]} visitor={visit.visitor} scripts={script === undefined ? [] : [script]}>
      <p>
        <b dir="auto">{title}</b> <code>{channel}</code> · <a href="/">{build.another}</a>
      </p>
      {problems.length > 0 && (
        <Notice kind="error" title={build.ignored}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
      {address !== null && (
        <>
          <NewAddress kind={kind} address={origin + address} />
          <iframe id="preview" class={`preview ${kind}`} src={address} title={build.preview} />
        </>
      )}
      <Form action={`/build/${kind}?channel=${encodeURIComponent(channel)}`} csrf={visit.csrf}>
        <div
          id="build"
          class="options"
          data-kind={kind}
          data-channel={channel}
          data-origin={token === null ? undefined : origin}
        >
          {token !== null && <input type="hidden" name="token" value={token} />}
          {buildFields[kind].map((field) => (
            <FieldOf key={field.name} field={field} given={given} isNew={token === null} />
          ))}
          {token === null && (
            <Choice
              name="lasts"
              label={build.valid}
              choices={Object.entries(integrations.terms)}
              chosen={VIEW_TOKEN_TERMS.at(-1) ?? ''}
            />
          )}
        </div>
        <div class="actions">
          <Button>{token === null ? build.make : build.update}</Button>
        </div>
      </Form>
      {token === null && <p class="hint">{build.about}</p>}
    </Page>
  );
}

function NewAddress({ kind, address }: { kind: BuildKind; address: string }) {
  const { build } = useWords();
  return (
    <section aria-label={build.newAddress}>
      <Notice kind="good" title={build.secret}>
        <p>{build.advice[kind]}</p>
      </Notice>
      <div class="field address">
        <label for="address">{build.address}</label>
        <textarea id="address" dir="ltr" rows={4} readOnly spellcheck={false}>
          {address}
        </textarea>
      </div>
    </section>
  );
}

type BuildWords = PageWords['build'];
/** The labels of a field's choices. */
function choicesOf(field: Extract<BuildField, { kind: 'choice' | 'many' }>, { choices }: BuildWords) {
  const labels: Readonly<Record<string, string>> = field.name === 'lang' ? LANGUAGE_NAMES : choices[field.name];
  return field.choices.map((value) => [value, labels[value] ?? value] as const);
}
const hintOf = ({ name }: BuildField, { hints }: BuildWords): string | undefined =>
  (hints as Readonly<Partial<Record<BuildField['name'], string>>>)[name];

function FieldOf({ field, given, isNew }: { field: BuildField; given: FieldValues; isNew: boolean }) {
  const { build } = useWords();
  const { name } = field;
  const label = build.fields[name];
  const hint = hintOf(field, build);
  const value = given(name)[0] ?? '';
  switch (field.kind) {
    case 'choice':
      return <Choice name={name} label={label} choices={choicesOf(field, build)} chosen={value} />;
    case 'flag':
      return <Check name={name} value="1" label={label} isOn={value !== ''} />;
    case 'many': {
      const chosen = given(name).flatMap((values) => values.split(','));
      const shown: readonly string[] = chosen.length === 0 && isNew ? field.chosen : chosen;
      return (
        <fieldset>
          <legend>{label}</legend>
          {choicesOf(field, build).map(([one, words]) => (
            <Check key={one} name={name} value={one} label={words} isOn={shown.includes(one)} />
          ))}
        </fieldset>
      );
    }
    case 'number':
    case 'text':
    case 'color':
      return (
        <Field
          {...{ name, label, hint }}
          input={{
            value,
            autocomplete: 'off',
            ...(field.kind === 'number'
              ? { type: 'number', min: field.min, max: field.max, step: field.step }
              : { type: 'text', maxLength: field.kind === 'color' ? 7 : 2_000 }),
          }}
        />
      );
  }
}

const Check = (props: { name: string; value: string; label: string; isOn: boolean }) => (
  <label class="check">
    <input type="checkbox" name={props.name} value={props.value} checked={props.isOn} /> {props.label}
  </label>
);
