// The layout of every page: header, heading, footer. It needs no script.
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Form } from './form.tsx';
import { ICON } from './icon.ts';

/** The signed-in user; `csrf` is the token of the user's forms. */
export type Visitor = { readonly name: string; readonly csrf: string };

export type Frame = {
  /** The title of the window and the heading. */
  readonly title: string;
  readonly visitor: Visitor | null;
  /** Addresses of module scripts of this site; a page works without them. */
  readonly scripts?: readonly string[];
  readonly children: ComponentChildren;
};

/** Address of the one stylesheet (style.ts). */
export const STYLE_ADDRESS = '/style.css';

/** A whole document, ready to be sent. */
export const pageHtml = (page: VNode): string => `<!doctype html>\n${renderToString(page)}`;

export const Page = ({ title, visitor, scripts = [], children }: Frame) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>{`${title} · Touchline`}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <link rel="icon" href={ICON} />
      <link rel="stylesheet" href={STYLE_ADDRESS} />
      {scripts.map((address) => (
        <script key={address} type="module" src={address} />
      ))}
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header>
        <p class="name">
          <a href="/">Touchline</a>
        </p>
        {visitor && (
          <div class="visitor">
            <span>{visitor.name}</span>
            <Form action="/sign-out" csrf={visitor.csrf}>
              <button type="submit" class="quiet">
                Sign out
              </button>
            </Form>
          </div>
        )}
      </header>
      <main id="main" class="site">
        <h1>{title}</h1>
        {children}
      </main>
      <footer>
        <a href="/api/docs">Guide for developers</a>
      </footer>
    </body>
  </html>
);
