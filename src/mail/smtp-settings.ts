// Reads SMTP_URL: smtp://user:password@mail.example.org:587?from=scores@example.org
import { hasReadableLogin, UNREADABLE_LOGIN } from '../ops/login.ts';
import { addressProblem, BAD_HOST } from '../ops/server-address.ts';

export type SmtpSettings = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server has it. */
  readonly isSecure: boolean;
  /** Refuses to go on without TLS: a password must not cross a network in plain text. */
  readonly needsTls: boolean;
  /** Null: the server takes mail without a login. */
  readonly login: { readonly user: string; readonly pass: string } | null;
  /** The sender's address. */
  readonly from: string;
};

/** One address: no list, no name, no spaces. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 320 && /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,255}$/.test(text);

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The settings in the address, or what is wrong with it. */
export function readSmtpUrl(text: string): SmtpSettings | { readonly problem: string } {
  // The @ of the sender is not the end of a login.
  const [server = ''] = text.split('?from=');
  if (!hasReadableLogin(server)) return { problem: UNREADABLE_LOGIN };
  const problem = addressProblem(text.trim(), ['smtp', 'smtps']);
  if (problem !== null) return { problem };
  const url = new URL(text);
  if (url.hostname === '') return { problem: BAD_HOST };
  const from = url.searchParams.get('from') ?? '';
  if (!isMailAddress(from)) {
    return { problem: 'must name the sender at its end, for example ?from=scores@example.org' };
  }
  const isSecure = url.protocol === 'smtps:';
  const login = loginOf(url);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port === '' ? PORTS[url.protocol] : url.port),
    isSecure,
    needsTls: !isSecure && login !== null && !LOOPBACK.test(url.hostname),
    login,
    from,
  };
}

function loginOf({ username, password }: URL): SmtpSettings['login'] {
  if (username === '') return null;
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
