// Sends mail over SMTP. Nothing is kept: a mail that the server does not take now was not sent, and its sender is told.
import { createTransport } from 'nodemailer';
import { withDeadline } from '../ops/deadline.ts';
import { type Logger, openRareWarning } from '../ops/logger.ts';
import { isMailAddress, type SmtpSettings } from './smtp-settings.ts';

export type Mail = {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

export type Mailer = {
  /** Whether the server answers and takes our login now. */
  isReachable(): Promise<boolean>;
  /** Whether the server took the mail. A failure is logged, at most one a minute. */
  send(mail: Mail): Promise<boolean>;
  /**
   * Runs work that may send a mail, after the answer to its request. False when too much of it waits; then it does not run.
   * It must not reject.
   */
  later(work: () => Promise<void>): boolean;
  /** Waits for the work that is left, for 3 seconds at most. */
  close(): Promise<void>;
};

/** Work of `later` that waits or runs at the same time (rule ACCOUNT-4). */
const LATER_MAX = 50;
/** For each step of a connection, and for a mail as a whole, ms: less than the time of a request (rule LIMIT-5). */
const STEP_MS = 4_000;
const MAIL_MS = 8_000;
const CLOSE_MS = 3_000;

/** `originalCode`: of the connection, where `code` only says that it failed, as with a refused certificate. */
type MailError = { readonly code?: string; readonly originalCode?: string; readonly responseCode?: number };

export function openMailer(settings: SmtpSettings, logger: Pick<Logger, 'warn'>): Mailer {
  const warnRarely = openRareWarning(logger);
  const transport = createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.isSecure,
    requireTLS: settings.needsTls,
    ...(settings.login === null ? {} : { auth: settings.login }),
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const running = new Set<Promise<void>>();

  /** Whether the step succeeds in time. The reason of a failure may hold an address of a person: only its code is logged. */
  async function succeeds(step: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    const over = new AbortController();
    try {
      await withDeadline(step(over.signal), MAIL_MS, () => {
        throw new Error('no answer in time');
      });
      return true;
    } catch (error) {
      const { code, originalCode, responseCode } = error as MailError;
      const reason = `${originalCode ?? code ?? 'no answer in time'} ${responseCode ?? ''}`.trim();
      warnRarely(`The mail server of SMTP_URL (${settings.host}:${settings.port}) did not take a mail: ${reason}.`);
      return false;
    } finally {
      // Its sender is told that it was not sent: it must not arrive later.
      over.abort();
    }
  }

  return {
    isReachable: () => succeeds(() => transport.verify()),
    async send({ to, ...mail }) {
      if (!isMailAddress(to)) return false;
      const address = { name: '', address: to };
      // So that automatic replies do not answer, and mail servers do not take it for an advertisement.
      const headers = { 'Auto-Submitted': 'auto-generated' };
      const whole = { from: settings.from, to: address, headers, ...mail };
      return succeeds((signal) => transport.sendMail({ ...whole, signal }));
    },
    later(work) {
      if (running.size >= LATER_MAX) return false;
      const job = work().finally(() => running.delete(job));
      running.add(job);
      return true;
    },
    close: () =>
      withDeadline(
        Promise.all(running).then(() => transport.close()),
        CLOSE_MS,
        () => transport.close(),
      ),
  };
}
