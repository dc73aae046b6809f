// A field of a builder. Its message stands below it: the server shows it, and with a script it follows the typing.
import type { InputHTMLAttributes } from 'preact';
import type { BuildField, FieldValues, Looks } from '../../browser/builder/fields.ts';
import { FONT_NAMES } from '../../browser/shared/fonts.ts';
import { LANGUAGE_NAMES } from '../../browser/shared/language.ts';
import { PLAIN_COLORS, readColor } from '../../browser/shared/colors.ts';
import { ACCENT, PANEL } from '../../browser/overlay/css-variables.ts';
import { SPONSORS_MAX } from '../../browser/shared/sponsors.ts';
import type { PageWords } from '../../browser/shared/words.ts';
import { Check, Choice } from '../layout/form.tsx';
import { useWords } from '../layout/words.tsx';

type BuildWords = PageWords['build'];
type FieldProps = Looks & {
  readonly field: BuildField;
  readonly given: FieldValues;
  readonly isWrong: boolean;
};

/** The longest list of addresses, in characters. */
const ADDRESSES_MAX = 2_000;
const COLOR_MAX = 7;

export function FieldOf({ field, given, isWrong, themes, crests }: FieldProps) {
  const words = useWords().build;
  const { name } = field;
  const value = given(name)[0] ?? '';
  const label = words.fields[name];
  const problem = problemOf(field, words);
  switch (field.kind) {
    case 'theme':
    case 'crest':
    case 'choice': {
      const choices = [...choicesOf(field, words), ...savedOf(field, { themes, crests })];
      // An overlay has no themes of ours, and not every club has a crest.
      if (choices.length < 2) return null;
      return (
        <div class="checked">
          <Choice name={name} label={label} choices={choices} hint={hintOf(field, words)} chosen={value} />
          <Problem name={name} problem={problem} isWrong={isWrong} />
        </div>
      );
    }
    case 'flag':
      return <Check name={name} value="1" label={label} isOn={value !== ''} />;
    case 'many': {
      const chosen = given(name).flatMap((values) => values.split(','));
      // Without any the page shows the usual ones.
      const shown: readonly string[] = chosen.length === 0 ? field.chosen : chosen;
      return (
        <fieldset>
          <legend>{label}</legend>
          {choicesOf(field, words).map(([one, text]) => (
            <Check key={one} name={name} value={one} label={text} isOn={shown.includes(one)} />
          ))}
          <Problem name={name} problem={problem} isWrong={isWrong} />
        </fieldset>
      );
    }
    case 'number':
    case 'text':
    case 'addresses':
    case 'color':
      return (
        <TextField
          field={field}
          value={value}
          label={label}
          problem={problem}
          isWrong={isWrong}
          hint={hintOf(field, words)}
        />
      );
  }
}

/** The choices that the club or tournament has itself: value and label. */
function savedOf({ kind }: BuildField, { themes, crests }: Looks): readonly (readonly [string, string])[] {
  if (kind === 'theme') return themes.map(({ name }) => [name, name]);
  return kind === 'crest' ? crests.map(({ key, name }) => [key, name]) : [];
}

type TextKind = Extract<BuildField, { kind: 'number' | 'text' | 'addresses' | 'color' }>;
type TextFieldProps = {
  readonly field: TextKind;
  readonly value: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly problem: string;
  readonly isWrong: boolean;
};

function TextField({ field, value, label, hint, problem, isWrong }: TextFieldProps) {
  const words = useWords().build;
  const { name } = field;
  return (
    <div class={`field checked ${field.kind === 'addresses' ? 'whole' : ''}`}>
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p id={`${name}-hint`} class="hint">
          {hint}
        </p>
      )}
      <div class="color-row">
        <input
          {...attributesOf(field)}
          id={name}
          name={name}
          value={value}
          autocomplete="off"
          aria-describedby={hint === undefined ? `${name}-error` : `${name}-hint ${name}-error`}
          aria-invalid={isWrong ? 'true' : undefined}
        />
        {field.kind === 'color' && (
          <input
            type="color"
            hidden
            data-picks={name}
            value={readColor(value) ?? usualColor(name)}
            aria-label={words.pick(label)}
          />
        )}
      </div>
      <Problem name={name} problem={problem} isWrong={isWrong} />
    </div>
  );
}

function attributesOf(field: TextKind): InputHTMLAttributes {
  switch (field.kind) {
    case 'number':
      return { type: 'number', min: field.min, max: field.max, step: field.step };
    case 'text':
      return { type: 'text', maxLength: field.max };
    case 'addresses':
      return { type: 'text', maxLength: ADDRESSES_MAX };
    case 'color':
      return { type: 'text', maxLength: COLOR_MAX, dir: 'ltr', spellcheck: false };
  }
}

/** What the picker of an empty field shows: the colour that the page uses then. */
function usualColor(name: string): string {
  const usual: Readonly<Record<string, string>> = {
    home_color: PLAIN_COLORS.home,
    away_color: PLAIN_COLORS.away,
    accent: ACCENT,
    panel: PANEL,
  };
  return usual[name] ?? PANEL;
}

/** The script shows and hides the message. It is empty while hidden, so that it does not describe the field. */
const Problem = ({ name, problem, isWrong }: { name: string; problem: string; isWrong: boolean }) => (
  <p id={`${name}-error`} class="error" data-problem={problem} hidden={!isWrong}>
    {isWrong ? problem : ''}
  </p>
);

function problemOf(field: BuildField, { wrong }: BuildWords): string {
  switch (field.kind) {
    case 'color':
      return wrong.color;
    case 'number':
      return wrong.number(field.min, field.max);
    case 'text':
      return wrong.text(field.max);
    case 'addresses':
      return wrong.addresses(SPONSORS_MAX);
    case 'theme':
    case 'crest':
    case 'choice':
    case 'flag':
    case 'many':
      return wrong.choice;
  }
}

/** The labels of a field's choices. */
function choicesOf(
  field: Extract<BuildField, { kind: 'theme' | 'crest' | 'choice' | 'many' }>,
  { choices }: BuildWords,
) {
  if (field.kind === 'crest') return [['', choices.crest] as const];
  const { name } = field;
  const own = { lang: LANGUAGE_NAMES, font: FONT_NAMES };
  const labels: Readonly<Record<string, string>> = name === 'lang' || name === 'font' ? own[name] : choices[name];
  return field.choices.map((value) => [value, labels[value] ?? value] as const);
}

const hintOf = ({ name }: BuildField, { hints }: BuildWords): string | undefined =>
  (hints as Readonly<Partial<Record<BuildField['name'], string>>>)[name];
