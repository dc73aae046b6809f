// Forms that work without a script, with a label for each field.
import type { ComponentChildren, InputHTMLAttributes, TextareaHTMLAttributes } from 'preact';

type FormProps = {
  readonly action: string;
  /** `visit.csrf` */
  readonly csrf: string;
  /** With an id, the form may have buttons beside it, and shows its own messages in place of those of the browser. */
  readonly id?: string;
  /** The page takes a file (`takesFile`). */
  readonly hasFile?: boolean;
  /** Values that come back with the form, by the names of their fields. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
};

export const Form = ({ action, csrf, id, hasFile = false, hidden = {}, children }: FormProps) => (
  <form
    method="post"
    action={action}
    id={id}
    noValidate={id !== undefined}
    enctype={hasFile ? 'multipart/form-data' : undefined}
  >
    <input type="hidden" name="csrf" value={csrf} />
    {Object.entries(hidden).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    {children}
  </form>
);

/** `name` is also the id of the input. `hint` is shown below the label. */
type Labelled = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value; null: nothing. Without it the field never has a problem. */
  readonly problem?: string | null;
};

export const Field = ({ input, ...field }: Labelled & { readonly input: InputHTMLAttributes }) => (
  <FieldOf {...field}>
    <input {...attributesOf(field)} {...(isAddress(input) ? { dir: 'ltr' } : {})} {...input} />
  </FieldOf>
);

/** Addresses go from left to right in every language: an Arabic page put the first slash of `/crests/a.svg` at its end. */
const isAddress = ({ type, inputMode }: InputHTMLAttributes): boolean =>
  type === 'url' || type === 'email' || inputMode === 'url';

/** A field of several lines. */
export const TextArea = ({
  area,
  value,
  ...field
}: Labelled & { readonly area?: TextareaHTMLAttributes; readonly value: string }) => (
  <FieldOf {...field}>
    <textarea {...attributesOf(field)} {...area}>
      {value}
    </textarea>
  </FieldOf>
);

/** A list of values, each with its label; `chosen` is the selected value. */
export const Choice = ({
  choices,
  chosen,
  ...field
}: Labelled & {
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly chosen?: string;
}) => (
  <FieldOf {...field}>
    <select {...attributesOf(field)}>
      {choices.map(([value, words]) => (
        <option key={value} value={value} selected={value === chosen}>
          {words}
        </option>
      ))}
    </select>
  </FieldOf>
);

type CheckProps = {
  readonly name: string;
  readonly value?: string;
  readonly label: string;
  readonly isOn?: boolean;
};

/** A box with its label. The form has `name` with `value` while it is ticked. */
export const Check = ({ name, value = 'on', label, isOn = false }: CheckProps) => (
  <label class="check">
    <input type="checkbox" name={name} value={value} checked={isOn} /> {label}
  </label>
);

const FieldOf = ({ name, label, hint, problem, children }: Labelled & { readonly children: ComponentChildren }) => (
  <div class="field">
    <label for={name}>{label}</label>
    {hint !== undefined && (
      <p id={`${name}-hint`} class="hint">
        {hint}
      </p>
    )}
    {children}
    {problem !== undefined && (
      <p id={`${name}-error`} class="error" hidden={problem === null}>
        {problem}
      </p>
    )}
  </div>
);

const attributesOf = ({ name, hint, problem }: Labelled) => ({
  id: name,
  name,
  'aria-describedby': describedBy(name, hint !== undefined, problem !== undefined),
  'aria-invalid': problem === undefined || problem === null ? undefined : ('true' as const),
});

function describedBy(name: string, hasHint: boolean, mayHaveProblem: boolean): string | undefined {
  const ids = [...(hasHint ? [`${name}-hint`] : []), ...(mayHaveProblem ? [`${name}-error`] : [])];
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** With `name` and `value` the form says which button sent it. `label`: for screen readers, where several have the same text. */
export const Button = (props: {
  children: ComponentChildren;
  kind?: 'destructive' | 'quiet';
  name?: string;
  value?: string;
  label?: string;
}) => (
  <button type="submit" name={props.name} value={props.value} class={props.kind ?? ''} aria-label={props.label}>
    {props.children}
  </button>
);
