// Somebody with a browser, as far as cookies and forms go, without the browser.
import type { TestGateway } from './gateway.ts';
import { PASSWORD } from './sample.ts';

type Fields = Readonly<Record<string, string>>;

export type Shown = {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Of a redirect; '' otherwise. */
  readonly location: string;
};

export type Visitor = {
  /** By name; change them to be somebody else. */
  readonly cookies: Map<string, string>;
  get(address: string, headers?: Fields): Promise<Shown>;
  /** Sends the fields with the token of the page that was shown last, unless they hold another `csrf`. */
  post(address: string, fields?: Fields, headers?: Fields): Promise<Shown>;
};

export function openVisitor(gateway: Pick<TestGateway, 'url'>): Visitor {
  const cookies = new Map<string, string>();
  let csrf = '';

  async function send(address: string, headers: Fields, init: RequestInit = {}): Promise<Shown> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(gateway.url + address, {
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
    get: (address, headers = {}) => send(address, headers),
    post: (address, fields = {}, headers = {}) =>
      send(address, headers, { method: 'POST', body: new URLSearchParams({ csrf, ...fields }) }),
  };
}

/** A visitor who has signed in; the sample world's Ana when no other address is given. */
export async function signIn(gateway: Pick<TestGateway, 'url'>, email = 'user1@example.org'): Promise<Visitor> {
  const visitor = openVisitor(gateway);
  await visitor.get('/sign-in');
  const { status, html } = await visitor.post('/sign-in', { email, password: PASSWORD });
  if (status !== 303) throw new Error(`${email} could not sign in: ${status} ${html}`);
  return visitor;
}

/** What the pattern's group finds in a page. */
export const idIn = (html: string, pattern: RegExp): string => {
  const id = pattern.exec(html)?.[1];
  if (id === undefined) throw new Error(`The page has no ${String(pattern)}: ${html}`);
  return id;
};
