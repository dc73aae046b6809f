// The documentation is written in Markdown: tools get it as it is, people as HTML.
import { readFile } from 'node:fs/promises';
import { lexer, parser, Renderer, type Tokens } from 'marked';
import { escapeHtml } from '../layout/escape-html.ts';

/** Reads a text beside this file (the build copies them). `{{name}}` becomes the value; throws for an unknown name. */
export async function readText(file: string, values: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(new URL(file, import.meta.url), 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} names the unknown value ${name}.`);
    return value;
  });
}

/** A table in Markdown. The cells may have any text. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** The anchor at the end of a heading: `## The live channel {#live}`. */
const ANCHOR = / \{#([\w-]+)\}$/;
export const withoutAnchors = (text: string): string => text.replaceAll(new RegExp(ANCHOR, 'gm'), '');

class PageRenderer extends Renderer {
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text);
  }

  override heading({ depth, text, tokens }: Tokens.Heading): string {
    const title = this.parser.parseInline(tokens).replace(ANCHOR, '');
    return `<h${depth} id="${ANCHOR.exec(text)?.[1] ?? ''}">${title}</h${depth}>\n`;
  }

  /** Wide tables scroll, also with the keyboard. */
  override table(token: Tokens.Table): string {
    const cells = super.table(token).replaceAll('<th>', '<th scope="col">');
    return `<div class="wide" tabindex="0">${cells}</div>\n`;
  }

  /** A second word after the language names the snippet: the tests run those. */
  override code({ text, lang = '' }: Tokens.Code): string {
    const [language = '', name] = lang.split(' ').map(escapeHtml);
    const snippet = name === undefined ? '' : ` data-snippet="${name}"`;
    return `<pre tabindex="0"><code class="language-${language}"${snippet}>${escapeHtml(text)}</code></pre>\n`;
  }
}

type Article = {
  readonly html: string;
  readonly contents: readonly { readonly id: string; readonly title: string }[];
};

/** HTML in the Markdown is escaped. The contents are the headings of the second level that have an anchor. */
export function renderArticle(text: string): Article {
  const contents = [...text.matchAll(/^## (.+) \{#([\w-]+)\}$/gm)].map(([, title = '', id = '']) => ({ id, title }));
  return { html: parser(lexer(text), { renderer: new PageRenderer() }), contents };
}
