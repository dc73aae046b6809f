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
  /** What is wrong with the value; null: nothing. Without it the field never has a problem. */
  readonly problem?: string | null;
  readonly input: InputHTMLAttributes;
};

export const Field = ({ name, label, hint, problem, input }: FieldProps) => (
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
      aria-describedby={describedBy(name, hint !== undefined, problem !== undefined)}
      aria-invalid={problem === undefined || problem === null ? undefined : 'true'}
      {...input}
    />
    {problem !== undefined && (
      <p id={`${name}-error`} class="error" hidden={problem === null}>
        {problem}
      </p>
    )}
  </div>
);

function describedBy(name: string, hasHint: boolean, mayHaveProblem: boolean): string | undefined {
  const ids = [...(hasHint ? [`${name}-hint`] : []), ...(mayHaveProblem ? [`${name}-error`] : [])];
  return ids.length === 0 ? undefined : ids.join(' ');
}

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
