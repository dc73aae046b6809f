// Passkeys (WebAuthn): the options that a page gives to the browser, and the check of what the browser answers.
//
// A challenge is signed and bound to the browser that got it, so nothing is stored for a page that is only looked at.
import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AnsweredChallenge, PasskeyCredential } from '../store/passkeys.ts';
import type { Mac } from './mac.ts';

type PasskeyOptions = {
  readonly mac: Mac;
  /** The public address of the service; known once it listens. */
  readonly baseUrl: () => string;
  /** ms since 1970 */
  readonly now: () => number;
};

/** A checked answer of the browser. */
export type Verified = { readonly credential: PasskeyCredential; readonly challenge: AnsweredChallenge };

/** What the new passkey is for. `known`: ids of the user's passkeys, which the browser does not register again. */
type Registering = {
  readonly userId: number;
  readonly name: string;
  readonly known: readonly string[];
};

/** How long a page's challenge is valid: people think while the page is open. */
const CHALLENGE_MS = 10 * 60_000;

/** The library is large, and few requests need it. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

export type Passkeys = ReturnType<typeof openPasskeys>;

export function openPasskeys({ mac, baseUrl, now }: PasskeyOptions) {
  const host = (): string => new URL(baseUrl()).hostname;

  /** `browser`: a text that only this browser's pages have. */
  function makeChallenge(browser: string): string {
    const head = `${randomBytes(16).toString('base64url')}.${now() + CHALLENGE_MS}`;
    return `${head}.${mac.sign(`${head} ${browser}`)}`;
  }

  /** The challenge in an answer, as base64url; null when it is not of this browser, or too old. */
  function readChallenge(encoded: string, browser: string): AnsweredChallenge | null {
    const text = Buffer.from(encoded, 'base64url').toString('utf8');
    const [random = '', ends = '', signature = '', ...others] = text.split('.');
    if (others.length > 0 || !mac.verify(`${random}.${ends} ${browser}`, signature)) return null;
    const expiresAt = Number(ends);
    return expiresAt > now() ? { hash: createHash('sha256').update(text).digest('hex'), expiresAt } : null;
  }

  /** Checks the browser's challenge while the library checks the rest. */
  function challengeCheck(browser: string) {
    const found: { challenge: AnsweredChallenge | null } = { challenge: null };
    const expectedChallenge = (encoded: string): boolean => {
      found.challenge = readChallenge(encoded, browser);
      return found.challenge !== null;
    };
    return { found, expectedChallenge };
  }
  const expected = () => ({
    expectedOrigin: new URL(baseUrl()).origin,
    expectedRPID: host(),
    requireUserVerification: true,
  });

  return {
    /** Whether browsers can have passkeys of this service: they need a host name, and https or localhost. */
    isPossible(): boolean {
      const { protocol, hostname } = new URL(baseUrl());
      const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
      return isName && (protocol === 'https:' || hostname === 'localhost');
    },

    async creationOptions({ userId, name, known }: Registering, browser: string): Promise<object> {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: 'Touchline',
        rpID: host(),
        userName: name,
        userDisplayName: name,
        userID: new TextEncoder().encode(String(userId)),
        challenge: makeChallenge(browser),
        excludeCredentials: known.map((id) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async requestOptions(browser: string): Promise<object> {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: host(),
        challenge: makeChallenge(browser),
        userVerification: 'required',
      });
    },

    /** The new passkey in the browser's answer; null when it is not valid. */
    async verifyCreation(response: RegistrationResponseJSON, browser: string): Promise<Verified | null> {
      const { verifyRegistrationResponse } = await library();
      const { found, expectedChallenge } = challengeCheck(browser);
      const checked = await orInvalid(async () =>
        verifyRegistrationResponse({
          response: await withoutAttestation(response),
          expectedChallenge,
          ...expected(),
        }),
      );
      if (checked?.verified !== true || found.challenge === null) return null;
      const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
      const credential = { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
      return { credential, challenge: found.challenge };
    },

    /** The passkey with its new counter; null when the answer is not valid for it. */
    async verifyRequest(
      response: AuthenticationResponseJSON,
      known: PasskeyCredential,
      browser: string,
    ): Promise<Verified | null> {
      const { verifyAuthenticationResponse } = await library();
      const { found, expectedChallenge } = challengeCheck(browser);
      const publicKey = new Uint8Array(Buffer.from(known.publicKey, 'base64url'));
      const credential = { id: known.id, publicKey, counter: known.counter };
      const checked = await orInvalid(() =>
        verifyAuthenticationResponse({ response, expectedChallenge, credential, ...expected() }),
      );
      if (checked?.verified !== true || found.challenge === null) return null;
      return {
        credential: { ...known, counter: checked.authenticationInfo.newCounter },
        challenge: found.challenge,
      };
    },
  };
}

/**
 * The answer as if it had no attestation. The pages ask for none, and nothing depends on it. The library would read the certificates in
 * it, and fetch the lists of revoked ones from any address that they name.
 */
async function withoutAttestation(answer: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers();
  const given = decodeAttestationObject(isoBase64URL.toBuffer(answer.response.attestationObject));
  const none = new Map<string, string | Map<string, never> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', given.get('authData')],
  ]);
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(none));
  return { ...answer, response: { ...answer.response, attestationObject } };
}

/** The library throws an Error for an answer that is not valid. */
async function orInvalid<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
