// The phone's token: from signing in, or pasted from a club's or a tournament's integrations page.
import { useState } from 'preact/hooks';

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
      <h1>Scorekeeper’s console</h1>
      {reason !== null && (
        <p class="fault" role="alert">
          {reason}
        </p>
      )}
      {waiting > 0 && (
        <p class="notice">
          {waiting} {waiting === 1 ? 'entry is' : 'entries are'} saved on this phone. The console sends them after you
          sign in.
        </p>
      )}
      <a class="done link-button" href={channel === null ? '/me/console' : `/me/console?channel=${channel}`}>
        Sign in
      </a>
      <p class="or">or with a token</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (given !== '') onToken(given);
        }}
      >
        <label>
          Token
          <input
            type="password"
            name="token"
            autocomplete="off"
            spellcheck={false}
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        <p class="quiet">
          Use the key of the club or the tournament, from its integrations page, or a connected app token. The token
          stays on this phone.
        </p>
        <button type="submit" disabled={given === ''}>
          Continue
        </button>
      </form>
      {onBack && <button onClick={onBack}>Back, keep the current token</button>}
    </main>
  );
}
