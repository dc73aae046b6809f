// The choice of the language. The server answers the address with the console in that language, and remembers it.
import { LANGUAGE_NAMES, LANGUAGES } from '../shared/language.ts';
import { words } from './console-words.ts';

export const Languages = () => (
  <nav class="languages" aria-label={words.language}>
    {LANGUAGES.map((language) => (
      <a
        key={language}
        href={`${location.pathname}?lang=${language}`}
        lang={language}
        hreflang={language}
        aria-current={language === document.documentElement.lang ? 'true' : undefined}
      >
        {LANGUAGE_NAMES[language]}
      </a>
    ))}
  </nav>
);
