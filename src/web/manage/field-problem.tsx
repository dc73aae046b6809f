// What is wrong with a part of a form that is more than one field.

export const FieldProblem = ({ message }: { readonly message: string | null }) =>
  message === null ? null : (
    <p class="error" role="alert">
      {message}
    </p>
  );
