// `/build/screen` and `/build/overlay`: forms that make an address with a view token. The user must be allowed to read the
// channel. The forms work without scripts; with a script the preview follows the form.
import { parseChannel, type ParsedChannel, type Channel, type MatchRef } from '../../protocol/wire/ids.ts';
import { channelForbidden } from '../auth/access-problems.ts';
import type { SignInSession } from '../auth/sign-in-sessions.ts';
import type { Match } from '../match/match.ts';
import {
  addressQuery,
  type BuildKind,
  type Given,
  queryProblems,
  buildFields,
  type BuildField,
  pageAddress,
} from '../browser/builder/fields.ts';
import { notFound, Problem } from '../ops/problem.ts';
import type { Resource } from '../store/integrations.ts';
import type { IntegrationQuestions } from '../store/queries.ts';
import type { Answer } from '../http/core/answer.ts';
import type { BuiltPages } from './built-files.ts';
import { htmlAnswer } from './layout/html-answer.ts';
import type { RouteSpec } from '../http/core/router.ts';
import type { Site, Visit } from './site.ts';
import { VIEW_TOKEN_TERMS } from './view-token-terms.ts';
import { Button, Form } from './layout/form.tsx';
import { Page, pageHtml, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';

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
  /** The public address of the service, without a slash at its end. */
  readonly baseUrl: () => string;
};

const isTerm = (text: string): text is keyof typeof VIEW_TOKEN_TERMS => Object.hasOwn(VIEW_TOKEN_TERMS, text);

/** A channel, its title, and the club or tournament that it belongs to. */
type Subject = { readonly channel: Channel; readonly title: string; readonly resource: Resource };

export function buildRoutes(site: Site, deps: BuildDeps): readonly RouteSpec[] {
  const { integrations } = deps;

  /** Throws Problem 404 for an invalid channel, and 403 for one that this user may not read, whether or not it exists. */
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

  /** The clubs and tournaments whose staff may read a channel; for a match, also the authorized clubs (rule ACCESS-6). */
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
        // The options were changed without a script: keep the token.
        const made = form.get('token') ?? '';
        if (made !== '') return answer(visit, kind, subject, { given, token: made });
        const lasts = form.get('lasts') ?? '';
        if (!isTerm(lasts)) throw new Problem(422, 'Choose how long the address works.');
        const { channel, resource } = subject;
        const { token } = await deps.makePersonsViewToken(channel, visit.session.userId, Number(lasts), resource);
        return answer(visit, kind, subject, { given, token });
      },
    });

  return [...page('screen'), ...page('overlay')];
}

/** A channel to choose. */
export type BuildChannel = { readonly channel: string; readonly title: string };

export type Build = {
  readonly visitor: Visitor;
  readonly csrf: string;
  readonly kind: BuildKind;
  readonly channel: BuildChannel;
  readonly given: Given;
  /** The invalid settings, one line each. */
  readonly problems: readonly string[];
  /** The token that was made; null before. `origin`: the service's own. */
  readonly made: { readonly token: string; readonly origin: string } | null;
  /** How long a token may last: the value of the form's field, and its label. */
  readonly terms: Readonly<Record<string, string>>;
  readonly scripts: readonly string[];
};

const TITLES: Readonly<Record<BuildKind, string>> = {
  screen: 'An address for a screen',
  overlay: 'An address for an overlay',
};
const ADVICE: Readonly<Record<BuildKind, string>> = {
  screen: 'Open the address in the browser of the screen, in full screen. After that it runs by itself.',
  overlay:
    'Add a browser source of 1920 × 1080 in OBS, vMix or a similar program and paste the address. For widgets in ' +
    'several scenes, change the form and copy each address: they may use the same token.',
};

export const buildPage = (build: Build): string => {
  const { visitor, csrf, kind, channel, problems, made, terms, scripts } = build;
  const action = `/build/${kind}?channel=${encodeURIComponent(channel.channel)}`;
  return pageHtml(
    <Page title={TITLES[kind]} visitor={visitor} scripts={scripts}>
      <p>
        <b>{channel.title}</b> <code>{channel.channel}</code> · <a href="/">another one</a>
      </p>
      {problems.length > 0 && (
        <Notice kind="error" title="Some settings are invalid and were ignored">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
      {made !== null && <Made build={build} address={made.origin + addressOf(build, made.token)} />}
      {made !== null && (
        <iframe id="preview" class={`preview ${kind}`} src={addressOf(build, made.token)} title="Preview" />
      )}
      <Form action={action} csrf={csrf}>
        <div id="build" class="options" data-kind={kind} data-channel={channel.channel} data-origin={made?.origin}>
          {made !== null && <input type="hidden" name="token" value={made.token} />}
          {buildFields[kind].map((field) => (
            <FieldOf key={field.name} field={field} given={build.given} isNew={made === null} />
          ))}
          {made === null && (
            <Choice
              name="lasts"
              label="The address works for"
              choices={Object.entries(terms)}
              chosen={Object.keys(terms).at(-1) ?? ''}
            />
          )}
        </div>
        <div class="actions">
          <Button>{made === null ? 'Make the address' : 'Update'}</Button>
        </div>
      </Form>
      {made === null && (
        <p class="hint">
          The address contains a token that only reads this one channel, for as long as you may read it yourself. You
          can revoke it on the integrations page.
        </p>
      )}
    </Page>,
  );
};

const addressOf = ({ kind, channel, given }: Build, token: string): string =>
  pageAddress(kind, channel.channel, token, addressQuery(kind, given));

const Made = ({ build, address }: { build: Build; address: string }) => (
  <section aria-label="The new address">
    <Notice kind="good" title="Keep this address secret, like a key">
      <p>{ADVICE[build.kind]}</p>
    </Notice>
    <div class="field address">
      <label for="address">Address</label>
      <textarea id="address" rows={4} readOnly spellcheck={false}>
        {address}
      </textarea>
    </div>
  </section>
);

function FieldOf({ field, given, isNew }: { field: BuildField; given: Given; isNew: boolean }) {
  const { name, label, hint } = field;
  const value = given(name)[0] ?? '';
  switch (field.kind) {
    case 'choice':
      return <Choice name={name} label={label} choices={field.choices} chosen={value} />;
    case 'flag':
      return <Check name={name} value="1" label={label} isOn={value !== ''} />;
    case 'many': {
      const chosen = given(name).flatMap((values) => values.split(','));
      const shown = chosen.length === 0 && isNew ? field.chosen : chosen;
      return (
        <fieldset>
          <legend>{label}</legend>
          {field.choices.map(([one, words]) => (
            <Check key={one} name={name} value={one} label={words} isOn={shown.includes(one)} />
          ))}
        </fieldset>
      );
    }
    case 'number':
    case 'text':
    case 'color':
      return (
        <div class="field">
          <label for={name}>{label}</label>
          {hint !== undefined && (
            <p id={`${name}-hint`} class="hint">
              {hint}
            </p>
          )}
          <input
            id={name}
            name={name}
            value={value}
            autocomplete="off"
            aria-describedby={hint === undefined ? undefined : `${name}-hint`}
            {...(field.kind === 'number'
              ? { type: 'number', min: field.min, max: field.max, step: field.step }
              : { type: 'text', maxLength: field.kind === 'color' ? 7 : 2_000 })}
          />
        </div>
      );
  }
}

const Choice = (props: {
  name: string;
  label: string;
  choices: readonly (readonly [string, string])[];
  chosen: string;
}) => (
  <div class="field">
    <label for={props.name}>{props.label}</label>
    <select id={props.name} name={props.name}>
      {props.choices.map(([value, words]) => (
        <option key={value} value={value} selected={value === props.chosen}>
          {words}
        </option>
      ))}
    </select>
  </div>
);

const Check = (props: { name: string; value: string; label: string; isOn: boolean }) => (
  <label class="check">
    <input type="checkbox" name={props.name} value={props.value} checked={props.isOn} /> {props.label}
  </label>
);
