// The phone's token: from signing in, or pasted from a club's or a tournament's integrations page.
import { useState } from 'preact/hooks';
import { FaultLine } from './fault-line.tsx';
import { Languages } from './languages.tsx';
import { words } from './console-words.ts';

type SignInProps = {
  /** Why the token was rejected; null when it was not. */
  readonly reason: string | null;
  /** The match that the token is for. */
  readonly channel: string | null;
  /** The number of entries that wait for the token. */
  readonly waiting: number;
  /** Null when there is no page to go back to. */
  readonly onBack: (() => void) | null;
  readonly onToken: (token: string) => void;
};

export function SignIn({ reason, channel, waiting, onBack, onToken }: SignInProps) {
  const [token, setToken] = useState('');
  const given = token.trim();
  return (
    <main class="sign-in">
      <h1 tabIndex={-1}>{words.console}</h1>
      <FaultLine text={reason} />
      {waiting > 0 && <p class="notice">{words.waitForSignIn(waiting)}</p>}
      <a class="done link-button" href={channel === null ? '/me/console' : `/me/console?channel=${channel}`}>
        {words.signIn}
      </a>
      <p class="or">{words.orToken}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (given !== '') onToken(given);
        }}
      >
        <label>
          {words.token}
          <input
            type="password"
            name="token"
            autocomplete="off"
            spellcheck={false}
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        <p class="quiet">{words.tokenHint}</p>
        <button type="submit" disabled={given === ''}>
          {words.continue}
        </button>
      </form>
      {onBack && <button onClick={onBack}>{words.keepToken}</button>}
      <Languages />
    </main>
  );
}
