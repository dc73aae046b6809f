// The console continues on another phone: the first phone shows a link that works once, and the other one takes the credential
// with it (rule ACCOUNT-7). Neither the link nor the credential is ever in the address of a request.
import { z } from 'zod';
import { parseAnyChannel } from '../../protocol/wire/ids.ts';
import { requireTokenCaller } from '../auth/access.ts';
import { bearerOf } from '../auth/bearer.ts';
import { openEncryption } from '../auth/encryption.ts';
import { qrPath } from '../browser/shared/qr.ts';
import type { CredentialGuard } from '../auth/credential-guard.ts';
import { type Answer, unstoredJson } from '../http/core/answer.ts';
import { readBody } from '../http/core/json-body.ts';
import type { RouteSpec } from '../http/core/router.ts';
import { networkOf } from '../ops/address.ts';
import { Problem } from '../ops/problem.ts';
import type { ConsoleLink } from '../store/console-links.ts';
import { hashToken, makeLinkSecret } from '../store/tokens.ts';

export type HandoverDeps = {
  readonly makeConsoleLink: (link: ConsoleLink) => Promise<void>;
  /** Uses a link up: its encrypted credential, null when it is not open. */
  readonly takeConsoleLink: (secretHash: string, now: number) => Promise<string | null>;
  readonly guard: Pick<CredentialGuard, 'redeem'>;
  readonly baseUrl: () => string;
};

/** Bytes. */
const BODY_LIMIT = 1_024;

/** What kind of credential the console has; it saves the other phone a refused request. */
const kindSchema = z.enum(['account', 'club', 'tournament']).nullable();
const makeBody = z.object({ channel: z.string().max(100).nullable(), kind: kindSchema });
const takeBody = z.object({ link: z.string().max(100) });
const credentialSchema = z.object({ token: z.string(), kind: kindSchema });

export function handoverRoutes(deps: HandoverDeps): readonly RouteSpec[] {
  return [
    {
      name: 'console_handover',
      access: 'caller',
      method: 'POST',
      path: '/console/handover',
      bodyLimit: BODY_LIMIT,
      async handle(exchange, caller): Promise<Answer> {
        const { tokenId } = requireTokenCaller(caller);
        const token = bearerOf(exchange.authorization);
        const { channel: name, kind } = await readBody(exchange, makeBody);
        const channel = parseAnyChannel(name ?? '')?.channel ?? '';
        const secret = makeLinkSecret();
        const sealed = encryptionOf(secret).encrypt(JSON.stringify({ token, kind }), PURPOSE);
        await deps.makeConsoleLink({
          secretHash: hashToken(secret),
          credentialHash: hashToken(token),
          sealed,
          channel,
          tokenId,
          now: Date.now(),
        });
        const path = channel === '' ? '/console' : `/console/${channel}`;
        const url = `${deps.baseUrl()}${path}#link=${secret}`;
        return unstoredJson(201, { url, code: qrPath(url) });
      },
    },
    {
      name: 'console_takeover',
      access: 'public',
      method: 'POST',
      path: '/console/takeover',
      bodyLimit: BODY_LIMIT,
      async handle(exchange): Promise<Answer> {
        const network = networkOf(exchange.address());
        const { link } = await readBody(exchange, takeBody);
        const opened = await deps.guard.redeem(network, async () => {
          const sealed = await deps.takeConsoleLink(hashToken(link), Date.now());
          return sealed === null ? null : encryptionOf(link).decrypt(sealed, PURPOSE);
        });
        if (opened !== null) return unstoredJson(200, credentialSchema.parse(JSON.parse(opened.text)));
        throw new Problem(401, 'This link does not work any more.', {
          hint: 'A link of the console works once, within 5 minutes. Show a new one on the first phone.',
        });
      },
    },
  ];
}

/** What the encryption is bound to. */
const PURPOSE = 'console';
/** The server keeps no key: only the link opens what it brings. */
const encryptionOf = (secret: string) => openEncryption([secret]);
