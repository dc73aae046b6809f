/** What went wrong, read out when it appears; nothing for null. */
export const FaultLine = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p class="fault" role="alert">
      {text}
    </p>
  );
