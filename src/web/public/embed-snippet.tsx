// "Add the score to your site": one line of HTML to copy.
import type { Channel } from '../../../protocol/wire/ids.ts';
import { escapeHtml } from '../layout/escape-html.ts';
import type { PublicWords } from './public-words.ts';

/** Address of the script of the element that other sites show. */
export const EMBED_ADDRESS = '/embed.js';

const embedLine = (baseUrl: string, channel: Channel): string =>
  `<script async src="${escapeHtml(baseUrl + EMBED_ADDRESS)}" data-channel="${escapeHtml(channel)}"></script>`;

/** The button copies the line. It is not seen without the script (browser/public/copy.ts). */
export const EmbedSnippet = (props: { baseUrl: string; channel: Channel; words: PublicWords }) => (
  <section class="embed" aria-labelledby="embed">
    <h2 id="embed">{props.words.texts.embed}</h2>
    <p>{props.words.texts.embedHint}</p>
    <code dir="ltr">{embedLine(props.baseUrl, props.channel)}</code>
    <button type="button" data-copied={props.words.texts.copied}>
      {props.words.texts.copy}
    </button>
  </section>
);
