// A passkey is registered without its attestation, which certificates of the caller's choice may come with.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect, test } from 'vitest';
import { openChallengeMac } from '../../src/auth/mac.ts';
import { openPasskeys } from '../../src/auth/passkeys.ts';

const ORIGIN = 'https://touchline.example';
const BROWSER = 'the form token of a browser';
const CREDENTIAL_ID = Buffer.alloc(16, 7);
/** The statements that certificates or signatures would be read from. */
const FORMATS = ['android-key', 'android-safetynet', 'apple', 'fido-u2f', 'packed', 'tpm', 'invented'];

const passkeys = openPasskeys({ mac: openChallengeMac(['s'.repeat(32)]), baseUrl: () => ORIGIN, now: Date.now });
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** What an authenticator says of a new credential (WebAuthn, 6.1). */
function authenticatorData(): Uint8Array {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'));
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ]),
  );
  const isPresentVerifiedAndNew = 0x45;
  return new Uint8Array(
    Buffer.concat([
      createHash('sha256').update(new URL(ORIGIN).hostname).digest(),
      Buffer.from([isPresentVerifiedAndNew]),
      Buffer.alloc(4 + 16),
      Buffer.from([0, CREDENTIAL_ID.length]),
      CREDENTIAL_ID,
      key,
    ]),
  );
}

async function created(attestation: Uint8Array) {
  const options = await passkeys.creationOptions({ userId: 1, name: 'Ana', known: [] }, BROWSER);
  const { challenge } = options as { readonly challenge: string };
  const clientData = { type: 'webauthn.create', challenge, origin: ORIGIN };
  const response = {
    clientDataJSON: base64url(Buffer.from(JSON.stringify(clientData))),
    attestationObject: base64url(attestation),
  };
  const id = base64url(CREDENTIAL_ID);
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response };
}

test.for(FORMATS)('the attestation of a new passkey is not read: %s (rule ACCOUNT-8)', async (fmt) => {
  const statement = new Map<string, number | Uint8Array | Uint8Array[]>([
    ['alg', -7],
    ['sig', new Uint8Array(8)],
    ['x5c', [new Uint8Array([0x30, 0]), new Uint8Array([0x30, 0])]],
  ]);
  const attestation = isoCBOR.encode(
    new Map<string, string | typeof statement | Uint8Array>([
      ['fmt', fmt],
      ['attStmt', statement],
      ['authData', authenticatorData()],
    ]),
  );
  const verified = await passkeys.verifyCreation(await created(attestation), BROWSER);
  expect(verified?.credential.id).toBe(base64url(CREDENTIAL_ID));
});

test('an answer without data of the authenticator is not valid (rule ACCOUNT-8)', async () => {
  for (const attestation of [isoCBOR.encode('none'), isoCBOR.encode(new Map([['fmt', 'none']])), new Uint8Array()])
    expect(await passkeys.verifyCreation(await created(attestation), BROWSER)).toBeNull();
});
