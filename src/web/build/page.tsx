// The page of a builder: the preview with the address beside it, and the form in its sections.
import { Fragment } from 'preact';
import {
  addressQuery,
  buildFields,
  type BuildKind,
  checkedQuery,
  exampleAddress,
  type FieldValues,
  doPanelsTakeTurns,
  type Looks,
  pageAddress,
  SECTIONS,
} from '../../browser/builder/fields.ts';
import type { Moment } from '../../browser/builder/moments.ts';
import type { SignInSession } from '../../auth/sign-in-sessions.ts';
import { VIEW_TOKEN_NAME_MAX } from '../../../protocol/data-file/tokens.ts';
import { Button, Choice, Field, Form } from '../layout/form.tsx';
import { Page } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { useWords } from '../layout/words.tsx';
import type { Visit } from '../site.ts';
import { isFeed, usualTerm } from '../view-token-terms.ts';
import { FieldOf } from './field.tsx';
import { Part } from './part.tsx';
import { FORM_ID, Stage } from './stage.tsx';
import { builderAddress, SavedThemes, SaveTheme } from './themes.tsx';

/** The token that was made, and its name, which may be empty. */
export type Made = { readonly token: string; readonly name: string };

/** `themes` and `crests`: of the club or tournament of the channel. */
export type Build = Looks & {
  readonly kind: BuildKind;
  readonly visit: Pick<Visit<SignInSession>, 'visitor' | 'csrf'>;
  readonly channel: string;
  readonly title: string;
  readonly given: FieldValues;
  /** Null before a token is made. */
  readonly made: Made | null;
  /** What the preview shows; `live` needs a token. */
  readonly moment: Moment | 'live';
  /** The name of this club or tournament; null for a visitor who may not save themes for it. */
  readonly owner: string | null;
  /** What was done with a theme; null: nothing. */
  readonly note: string | null;
  /** What is wrong with the name of a theme; null: nothing. */
  readonly themeProblem: string | null;
  /** The service's own. */
  readonly origin: string;
  readonly script: string | undefined;
  /** Replaces the address in the preview, for a sample. */
  readonly previewed?: string;
};

export function BuildPage(build: Build) {
  const {
    kind,
    visit,
    channel,
    title,
    given,
    made,
    moment,
    themes,
    crests,
    owner,
    note,
    themeProblem,
    origin,
    script,
    previewed,
  } = build;
  const { build: words } = useWords();
  const query = addressQuery(kind, given);
  const { problems, invalid } = checkedQuery(kind, query, { themes, crests });
  const isNameLong = nameIn(given).trim().length > VIEW_TOKEN_NAME_MAX;
  const address = made === null ? null : pageAddress(kind, channel, made.token, query);
  const own = address !== null && moment === 'live' ? address : exampleAddress(kind, channel, moment, query);
  return (
    <Page title={words.titles[kind]} visitor={visit.visitor} scripts={script === undefined ? [] : [script]}>
      <p>
        <b dir="auto">{title}</b> <code>{channel}</code> · <a href="/">{words.another}</a>
      </p>
      {note !== null && <Notice kind="good" title={note} />}
      {(problems.length > 0 || isNameLong) && (
        <Notice kind="error" title={words.ignored}>
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Notice>
      )}
      <div class="builder">
        <Stage
          kind={kind}
          moment={moment}
          isFeed={isFeed(channel)}
          name={made?.name ?? ''}
          shown={previewed ?? own}
          address={address === null ? null : origin + address}
        />
        <Form id={FORM_ID} action={builderAddress(kind, channel)} csrf={visit.csrf}>
          <div
            id="fields"
            data-kind={kind}
            data-channel={channel}
            data-origin={origin}
            data-looks={JSON.stringify({ themes, crests } satisfies Looks)}
          >
            {made !== null && <input type="hidden" name="token" value={made.token} />}
            <Sections kind={kind} given={given} query={query} invalid={invalid} themes={themes} crests={crests} />
            <TokenPart channel={channel} given={given} made={made} isNameLong={isNameLong} />
            {owner !== null && <SaveTheme name={given('theme_name')[0] ?? ''} problem={themeProblem} />}
          </div>
        </Form>
      </div>
      {owner !== null && themes.length > 0 && (
        <SavedThemes kind={kind} channel={channel} owner={owner} themes={themes} />
      )}
    </Page>
  );
}

/** The name for a token as it was typed. */
const nameIn = (given: FieldValues): string => given('token_name')[0] ?? '';

type SectionsProps = Looks &
  Pick<Build, 'kind' | 'given'> & {
    readonly query: URLSearchParams;
    /** The fields whose values are wrong. */
    readonly invalid: readonly string[];
  };

/** The fields of the page, by section. The first section is open, and each one that is used. */
function Sections({ kind, given, query, invalid, themes, crests }: SectionsProps) {
  const { build: words } = useWords();
  return SECTIONS.map((section) => {
    const fields = buildFields[kind].filter((field) => field.section === section);
    const isUsed = fields.some((field) => query.has(field.name) || invalid.includes(field.name));
    return (
      fields.length > 0 && (
        <Part key={section} name={section} title={words.sections[section]} isOpen={section === SECTIONS[0] || isUsed}>
          {fields.map((field) => (
            <Fragment key={field.name}>
              <FieldOf
                field={field}
                given={given}
                themes={themes}
                crests={crests}
                isWrong={invalid.includes(field.name)}
              />
              {field.name === 'widgets' && (
                <p id="turns" class="hint whole" hidden={!doPanelsTakeTurns(query)}>
                  {words.panelTurns}
                </p>
              )}
            </Fragment>
          ))}
        </Part>
      )
    );
  });
}

type TokenPartProps = Pick<Build, 'channel' | 'given' | 'made'> & { readonly isNameLong: boolean };

/** Makes a token, or has the name of the one that was made. */
function TokenPart({ channel, given, made, isNameLong }: TokenPartProps) {
  const { build: words, integrations } = useWords();
  return (
    <Part isOpen name="token" title={words.sections.token}>
      {made === null ? (
        <>
          <Field
            name="token_name"
            label={words.tokenName}
            hint={words.tokenNameHint}
            problem={isNameLong ? words.wrong.text(VIEW_TOKEN_NAME_MAX) : null}
            input={{ value: nameIn(given), autocomplete: 'off', maxLength: VIEW_TOKEN_NAME_MAX }}
          />
          <Choice
            name="lasts"
            label={words.valid}
            choices={Object.entries(integrations.terms)}
            chosen={given('lasts')[0] ?? usualTerm(channel)}
          />
          <p class="hint">{words.about}</p>
        </>
      ) : (
        <input type="hidden" name="token_name" value={made.name} />
      )}
      <div class="actions">
        <Button>{made === null ? words.make : words.update}</Button>
      </div>
    </Part>
  );
}
