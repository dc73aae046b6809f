// Forms that work without a script, with a label for each field.
import type { ComponentChildren, InputHTMLAttributes } from 'preact';

/** `action` is the target address, `csrf` is `visit.csrf`. */
export const Form = (props: { action: string; csrf: string; children: ComponentChildren }) => (
  <form method="post" action={props.action}>
    <input type="hidden" name="csrf" value={props.csrf} />
    {props.children}
  </form>
);

/** `name` is also the id of the input. `hint` is shown below the label. */
type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly input: InputHTMLAttributes;
};

export const Field = ({ name, label, hint, input }: FieldProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    {hint !== undefined && (
      <p id={`${name}-hint`} class="hint">
        {hint}
      </p>
    )}
    <input id={name} name={name} aria-describedby={hint === undefined ? undefined : `${name}-hint`} {...input} />
  </div>
);

/** A list of values, each with its label; `chosen` is the selected value. */
export const Choice = (props: {
  name: string;
  label: string;
  choices: readonly (readonly [value: string, words: string])[];
  chosen?: string;
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

/** With `name` and `value` the form says which button sent it. */
export const Button = (props: {
  children: ComponentChildren;
  kind?: 'destructive' | 'quiet';
  name?: string;
  value?: string;
}) => (
  <button type="submit" name={props.name} value={props.value} class={props.kind ?? ''}>
    {props.children}
  </button>
);
