// An address may bring a key (`/console#token=…`). Anyone can send such an address, so it replaces the key of the
// phone only after the user agrees.
import { words } from './console-words.ts';

type KeyQuestionProps = {
  /** The number of entries that wait to be sent. */
  readonly waiting: number;
  readonly onAnswer: (isNewWanted: boolean) => void;
};

export function KeyQuestion({ waiting, onAnswer }: KeyQuestionProps) {
  return (
    <main class="sign-in">
      <h1>{words.keyQuestion}</h1>
      <p>{words.keyQuestionReason}</p>
      {waiting > 0 && <p class="notice">{words.waitForKey(waiting)}</p>}
      <button class="done" onClick={() => onAnswer(false)}>
        {words.keepKey}
      </button>
      <button onClick={() => onAnswer(true)}>{words.useNewKey}</button>
    </main>
  );
}
