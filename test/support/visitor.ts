// A visitor of the pages: cookies and forms as in a browser, without a browser.
import type { TestGateway } from './gateway.ts';
import type { Fetch } from './nginx.ts';
import { rememberSecret } from './log-secrets.ts';
import { PASSWORD } from './world/people.ts';

type Fields = Readonly<Record<string, string>>;

export type Shown = {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The target of a redirect; '' otherwise. */
  readonly location: string;
};

export type Visitor = {
  /** The cookies by name; change them to become another visitor. */
  readonly cookies: Map<string, string>;
  get(address: string, headers?: Fields): Promise<Shown>;
  /** Sends the fields with the token of the page that was shown last, unless they hold another `csrf`. */
  post(address: string, fields?: Fields, headers?: Fields): Promise<Shown>;
  /** Sends a form with a file, as `multipart/form-data`. */
  upload(address: string, fields: Fields, file: Uint8Array, headers?: Fields): Promise<Shown>;
};

/** `fetch`: another way to the gateway, such as a proxy. */
export type VisitorOptions = Pick<TestGateway, 'url'> & { readonly fetch?: Fetch };

export function openVisitor(site: VisitorOptions): Visitor {
  const cookies = new Map<string, string>();
  let csrf = '';

  async function visit(address: string, headers: Fields, init: RequestInit = {}): Promise<Shown> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    // A gateway that restarts listens at another address.
    const answer = await (site.fetch ?? fetch)(site.url + address, {
      ...init,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const html = await answer.text();
    csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? csrf;
    return { status: answer.status, headers: answer.headers, html, location: answer.headers.get('location') ?? '' };
  }

  return {
    cookies,
    get: (address, headers = {}) => visit(address, headers),
    post: (address, fields = {}, headers = {}) => {
      rememberSecret(fields['password']);
      return visit(address, headers, { method: 'POST', body: new URLSearchParams({ csrf, ...fields }) });
    },
    upload: (address, fields, file, headers = {}) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ csrf, ...fields })) body.append(name, value);
      body.append('file', new Blob([new Uint8Array(file)]), 'squad');
      return visit(address, headers, { method: 'POST', body });
    },
  };
}

/** A visitor who has signed in; Ana when no other address is given. */
export async function signIn(gateway: VisitorOptions, email = 'user1@example.org'): Promise<Visitor> {
  const visitor = openVisitor(gateway);
  await visitor.get('/sign-in');
  const { status, html } = await visitor.post('/sign-in', { email, password: PASSWORD });
  if (status !== 303) throw new Error(`${email} could not sign in: ${status} ${html}`);
  return visitor;
}

/** The text that the pattern's group matches in a page. */
export const idIn = (html: string, pattern: RegExp): string => {
  const id = pattern.exec(html)?.[1];
  if (id === undefined) throw new Error(`The page has no ${String(pattern)}: ${html}`);
  return id;
};
