// A mail server that takes mail for tests.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { SmtpSettings } from '../../src/mail/smtp-settings.ts';
import { rememberSecret } from './log-secrets.ts';

type TakenMail = {
  readonly from: string;
  readonly to: readonly string[];
  /** Head and body as they came. */
  readonly raw: string;
  /** The link in it. */
  readonly link: string;
};

export type Mailbox = {
  readonly settings: SmtpSettings;
  readonly taken: readonly TakenMail[];
  /** Resolves with the mail at this place, from 0, when it has come. */
  mail(place: number): Promise<TakenMail>;
  close(): Promise<void>;
};

/** A long link is broken in quoted-printable: `=` at the end of a line. */
const linkIn = (raw: string): string => {
  const plain = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return /https?:\/\/\S+\/link#tll_[\w-]{43}/.exec(plain)?.[0] ?? '';
};

export async function openMailbox(): Promise<Mailbox> {
  const taken: TakenMail[] = [];
  const waiting: { readonly place: number; readonly resolve: (mail: TakenMail) => void }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const mail = { from, to: rcptTo.map(({ address }) => address), raw, link: linkIn(raw) };
        rememberSecret(mail.link.split('#')[1]);
        taken.push(mail);
        for (const { place, resolve } of waiting) if (place === taken.length - 1) resolve(mail);
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const from = 'scores@example.org';
  return {
    settings: { host: '127.0.0.1', port, isSecure: false, needsTls: false, login: null, from },
    taken,
    mail(place) {
      const known = taken[place];
      return known ? Promise.resolve(known) : new Promise((resolve) => waiting.push({ place, resolve }));
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
