// The layout of every page: header, heading, footer. It needs no script.
import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { Form } from './form.tsx';
import { directionOf, LANGUAGE_NAMES, LANGUAGES } from '../../browser/shared/language.ts';
import { ICON } from './icon.ts';
import { windowTitle } from './isolated.ts';
import { NEXT_MAX } from '../next-address.ts';
import { usePageLanguage } from './words.tsx';

/** The signed-in user; `csrf` is the token of the user's forms. */
export type Visitor = { readonly name: string; readonly csrf: string };

type Frame = {
  /** The title of the window and the heading. */
  readonly title: string;
  readonly visitor: Visitor | null;
  /** Addresses of module scripts of this site; a page works without them. */
  readonly scripts?: readonly string[];
  /** What stands above the heading. */
  readonly above?: ComponentChildren;
  readonly children: ComponentChildren;
};

/** Address of the one stylesheet (style.ts). */
export const STYLE_ADDRESS = '/style.css';

/** A whole document, ready to be sent. */
export const pageHtml = (page: VNode): string => `<!doctype html>\n${renderToString(page)}`;

export function Page({ title, visitor, scripts = [], above, children }: Frame) {
  const { language, words, scripts: shared, scriptsBeforePaint } = usePageLanguage();
  return (
    <html lang={language} dir={directionOf(language)} data-theme="auto">
      <head>
        <meta charset="utf-8" />
        <title>{windowTitle(title, language)}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={STYLE_ADDRESS} />
        {scriptsBeforePaint.map((address) => (
          <script key={address} type="module" src={address} {...{ blocking: 'render' }} />
        ))}
        {[...shared, ...scripts].map((address) => (
          <script key={address} type="module" src={address} />
        ))}
      </head>
      <body>
        <a class="skip" href="#main">
          {words.frame.skip}
        </a>
        <header>
          <p class="name">
            <a href="/">Touchline</a>
          </p>
          {visitor && (
            <div class="visitor">
              <bdi>{visitor.name}</bdi>
              <Form action="/sign-out" csrf={visitor.csrf}>
                <button type="submit" class="quiet">
                  {words.frame.signOut}
                </button>
              </Form>
            </div>
          )}
        </header>
        <main id="main" class="site">
          {above}
          <h1>{title}</h1>
          {children}
        </main>
        <footer>
          <a href="/api/docs">{words.frame.guide}</a>
          <Languages />
        </footer>
      </body>
    </html>
  );
}

/** Links to the same page in the other languages. */
export function Languages() {
  const { language: shown, address, words } = usePageLanguage();
  // Six links repeat it, so an address that is longer than a sign-in keeps is left out (rule LIMIT-21).
  const [path = '/', query = ''] = address.length > NEXT_MAX ? ['', ''] : address.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('lang');
  const others = parameters.size === 0 ? '' : `${parameters.toString()}&`;
  const addressIn = (language: string): string => `${path}?${others}lang=${language}`;
  return (
    <nav class="languages" aria-label={words.frame.languages}>
      {LANGUAGES.map((language) => (
        <a
          key={language}
          href={addressIn(language)}
          lang={language}
          hreflang={language}
          aria-current={language === shown ? 'true' : undefined}
        >
          {LANGUAGE_NAMES[language]}
        </a>
      ))}
    </nav>
  );
}
