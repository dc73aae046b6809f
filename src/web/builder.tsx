// The form that makes the address of a screen or an overlay. It works without a script; with one the preview follows the form.
import {
  addressQuery,
  buildFields,
  type BuildField,
  type BuildKind,
  type Given,
  pageAddress,
} from '../browser/builder/fields.ts';
import { Button, Form } from './layout/form.tsx';
import { Page, pageHtml, type Visitor } from './layout/layout.tsx';
import { Notice } from './layout/notice.tsx';

/** A channel to choose. */
export type BuildChannel = { readonly channel: string; readonly title: string };

export type Build = {
  readonly visitor: Visitor;
  readonly csrf: string;
  readonly kind: BuildKind;
  readonly channel: BuildChannel;
  readonly given: Given;
  /** What of it is not understood. */
  readonly problems: readonly string[];
  /** What was made; null before that. `origin`: of the service. */
  readonly made: { readonly token: string; readonly origin: string } | null;
  /** How long a token may last: the value of the form's field, and its words. */
  readonly terms: Readonly<Record<string, string>>;
  readonly scripts: readonly string[];
};

const TITLES: Readonly<Record<BuildKind, string>> = {
  screen: 'An address for a screen',
  overlay: 'An address for an overlay',
};
const ADVICE: Readonly<Record<BuildKind, string>> = {
  screen: 'Open the address in the browser of the screen, full screen. It needs nobody any more.',
  overlay:
    'Put the address into a browser source of 1920 × 1080 in OBS, vMix or the like. For widgets in scenes of their own, ' +
    'make the address of each from here: the token may be the same.',
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
        <Notice kind="error" title="Not everything is understood; what is not is left out">
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
          <Button>{made === null ? 'Make the address' : 'Show it so'}</Button>
        </div>
      </Form>
      {made === null && (
        <p class="hint">
          The address will hold a token that reads this one thing and nothing else, as long as you may read it yourself.
          It can be revoked among the integrations.
        </p>
      )}
    </Page>,
  );
};

const addressOf = ({ kind, channel, given }: Build, token: string): string =>
  pageAddress(kind, channel.channel, token, addressQuery(kind, given));

const Made = ({ build, address }: { build: Build; address: string }) => (
  <section aria-label="What was made">
    <Notice kind="good" title="The address, to be kept like a key">
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
