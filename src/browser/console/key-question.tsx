// An address may bring a key (`/console#token=…`). Anyone can send such an address, so it replaces the key of the
// phone only after the user agrees.

type KeyQuestionProps = {
  /** The number of entries that wait to be sent. */
  readonly waiting: number;
  readonly onAnswer: (isNewWanted: boolean) => void;
};

export function KeyQuestion({ waiting, onAnswer }: KeyQuestionProps) {
  return (
    <main class="sign-in">
      <h1>Use this key instead of the one on this phone?</h1>
      <p>The address that was opened brings another key. Use it only if you expected that.</p>
      {waiting > 0 && (
        <p class="notice">
          {waiting} {waiting === 1 ? 'entry' : 'entries'} saved on this phone would be sent with it.
        </p>
      )}
      <button class="done" onClick={() => onAnswer(false)}>
        Keep the key on this phone
      </button>
      <button onClick={() => onAnswer(true)}>Use the new key</button>
    </main>
  );
}
