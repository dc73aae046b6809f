// Forms that work without a script, with a label for each field and an error beside it.
import type { ComponentChildren, InputHTMLAttributes } from 'preact';

/** `action` is the target address, `csrf` is `visit.csrf`. */
export const Form = (props: { action: string; csrf: string; children: ComponentChildren }) => (
  <form method="post" action={props.action}>
    <input type="hidden" name="csrf" value={props.csrf} />
    {props.children}
  </form>
);

export type FieldProps = {
  /** Also the id of the input. */
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password' | 'number';
  readonly value?: string | undefined;
  /** What browsers may fill in: `username`, `current-password`, `off` … */
  readonly autocomplete?: string;
  readonly isRequired?: boolean;
  readonly maxLength?: number;
  /** Shown below the label. */
  readonly hint?: string | undefined;
  /** Why the value is refused. */
  readonly error?: string | undefined;
};

export function Field({ name, label, type = 'text', value, hint, error, ...more }: FieldProps) {
  const notes = [...(hint === undefined ? [] : [`${name}-hint`]), ...(error === undefined ? [] : [`${name}-error`])];
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
        // The types accept one literal `type` only, not a union.
        {...({ type } as InputHTMLAttributes)}
        value={value}
        required={more.isRequired ?? true}
        maxLength={more.maxLength}
        autocomplete={more.autocomplete}
        aria-invalid={error === undefined ? undefined : 'true'}
        aria-describedby={notes.length === 0 ? undefined : notes.join(' ')}
      />
      {error !== undefined && (
        <p id={`${name}-error`} class="error">
          {error}
        </p>
      )}
    </div>
  );
}

/** `isGrave` marks a destructive action. With `name` and `value` the form says which button sent it. */
export const Button = (props: {
  children: ComponentChildren;
  isGrave?: boolean;
  isQuiet?: boolean;
  name?: string;
  value?: string;
}) => (
  <button
    type="submit"
    name={props.name}
    value={props.value}
    class={[...(props.isGrave === true ? ['grave'] : []), ...(props.isQuiet === true ? ['quiet'] : [])].join(' ')}
  >
    {props.children}
  </button>
);
