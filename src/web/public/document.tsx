// The document of a public page: what search engines and shared links read, and one column that is readable without scripts.
import type { ComponentChildren } from 'preact';
import { directionOf, type Language, LANGUAGES } from '../../browser/shared/language.ts';
import { ICON } from '../layout/icon.ts';
import { windowTitle } from '../layout/isolated.ts';
import { Languages, STYLE_ADDRESS } from '../layout/layout.tsx';
import { useWords } from '../layout/words.tsx';
import { PUBLIC_STYLE_ADDRESS } from './style.ts';
import { textsOf } from './texts.ts';

/** What shared links and search engines show of a page. */
type Sharing = {
  readonly title: string;
  readonly description: string;
  /** The whole address of the page without a query. */
  readonly address: string;
  /** The whole address of its picture; null where there is none. */
  readonly picture: string | null;
  /** Whether search engines may list the page: it is shown to all. */
  readonly isListed: boolean;
  /** JSON-LD (schema.org); null where there is none. Only a listed page has it. */
  readonly data: object | null;
};

type DocumentProps = Sharing & {
  readonly lang: Language;
  /** The club or tournament of the page; null where it has none, or where the visitor may not see it. */
  readonly home: { readonly name: string; readonly address: string } | null;
  /** Seconds between two looks for a newer page; 0: the page does not change by itself. */
  readonly pollSeconds: number;
  /** Address of the script that keeps the page current; null when the pages are not built. */
  readonly script: string | null;
  /** Address of the page's calendar. */
  readonly calendar?: string | undefined;
  readonly children: ComponentChildren;
};

/** Pixels of the picture that shared links show. */
export const PICTURE = { width: 1_200, height: 630 } as const;

export function PublicDocument(props: DocumentProps) {
  const { title, description, address, picture, isListed, data, lang, home, script, calendar } = props;
  const texts = textsOf(lang);
  return (
    <html lang={lang} dir={directionOf(lang)} data-theme="auto">
      <head>
        <meta charset="utf-8" />
        <title>{windowTitle(title, lang)}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={description} />
        <meta name="robots" content={isListed ? 'index, follow' : 'noindex'} />
        <link rel="canonical" href={address} />
        {LANGUAGES.map((language) => (
          <link key={language} rel="alternate" hreflang={language} href={`${address}?lang=${language}`} />
        ))}
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content="Touchline" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={address} />
        {picture !== null && (
          <>
            <meta property="og:image" content={picture} />
            <meta property="og:image:type" content="image/png" />
            <meta property="og:image:width" content={String(PICTURE.width)} />
            <meta property="og:image:height" content={String(PICTURE.height)} />
            <meta property="og:image:alt" content={title} />
            <meta name="twitter:card" content="summary_large_image" />
          </>
        )}
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href={STYLE_ADDRESS} />
        <link rel="stylesheet" href={PUBLIC_STYLE_ADDRESS} />
        {calendar !== undefined && <link rel="alternate" type="text/calendar" href={calendar} />}
        {isListed && data !== null && (
          // A data block may be inline under any policy. `<` is escaped, so the data cannot end the block.
          <script
            type="application/ld+json"
            dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', String.raw`\u003c`) }}
          />
        )}
        {script !== null && <script type="module" src={script} />}
      </head>
      <body data-poll-seconds={props.pollSeconds}>
        <a class="skip" href="#main">
          {useWords().frame.skip}
        </a>
        <header>
          <p class="name">
            <a href="/">Touchline</a>
          </p>
          {home !== null && (
            <p class="home">
              <a href={home.address}>{home.name}</a>
            </p>
          )}
        </header>
        <p id="lost" role="status" data-lost={texts.lost} />
        <main id="main" class="site public">
          {props.children}
          {calendar !== undefined && (
            <p class="below calendar">
              <a href={calendar}>{texts.calendar}</a>
            </p>
          )}
          {!isListed && <p class="below">{texts.memberOnly}</p>}
        </main>
        <footer>
          <Languages />
        </footer>
      </body>
    </html>
  );
}

/** A text that users wrote, in their own language. */
export const Written = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p class="written" dir="auto">
      {text}
    </p>
  );

/**
 * A part of a page that comes and goes while the page is open; the parts behind it keep their place (become-like.ts).
 * `isSpoken`: screen readers say it after each change, as a whole.
 */
export const Live = ({
  id,
  isSpoken = false,
  children,
}: {
  id: string;
  isSpoken?: boolean;
  children: ComponentChildren;
}) => (
  <div id={id} {...(isSpoken ? { 'aria-live': 'polite', 'aria-atomic': 'true' } : {})}>
    {children}
  </div>
);
