// The text of the guide as data: rendered as HTML for people and as Markdown for tools.

/** Text may hold `code`, **strong** and [links](address). */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | {
      readonly kind: 'code';
      readonly language: 'bash' | 'js' | 'json' | 'text';
      readonly code: string;
      /** The tests run snippets that have a name. */
      readonly name?: string;
    };
export type Section = { readonly id: string; readonly title: string; readonly blocks: readonly Block[] };

export const text = (words: string): Block => ({ kind: 'text', text: words });
export const list = (...items: string[]): Block => ({ kind: 'list', items });
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  head,
  rows,
});

/** Safe HTML; only `markup` makes it. */
export type Html = { readonly html: string };

type Hole = string | number | Html | readonly Html[];

/** A template that escapes its values, except values that are HTML already. */
export function markup(parts: TemplateStringsArray, ...holes: Hole[]): Html {
  const filled = parts.map((part, index) => part + (index < holes.length ? shown(holes[index] ?? '') : ''));
  return { html: filled.join('') };
}

function shown(hole: Hole): string {
  if (typeof hole !== 'object') return escapeHtml(String(hole));
  return 'html' in hole ? hole.html : hole.map(({ html: inner }) => inner).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (words: string): string =>
  words.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** One line of text with its marks. */
export function inline(words: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const found of words.matchAll(INLINE)) {
    const [whole, code, strong, label = '', address = ''] = found;
    parts.push(markup`${words.slice(end, found.index)}`);
    if (code !== undefined) parts.push(markup`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(markup`<strong>${strong}</strong>`);
    else parts.push(markup`<a href="${address}">${label}</a>`);
    end = found.index + whole.length;
  }
  return markup`${parts}${words.slice(end)}`;
}

export function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'text':
      return markup`<p>${inline(block.text)}</p>\n`;
    case 'list':
      return markup`<ul>\n${block.items.map((item) => markup`<li>${inline(item)}</li>\n`)}</ul>\n`;
    case 'table':
      return markup`<div class="wide" tabindex="0"><table>
<thead><tr>${block.head.map((cell) => markup`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
<tbody>
${block.rows.map((row) => markup`<tr>${row.map((cell) => markup`<td>${inline(cell)}</td>`)}</tr>\n`)}</tbody>
</table></div>\n`;
    case 'code': {
      const name = block.name === undefined ? '' : markup` data-snippet="${block.name}"`;
      return markup`<pre tabindex="0"><code class="language-${block.language}"${name}>${block.code}</code></pre>\n`;
    }
  }
}

export function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `${block.text}\n`;
    case 'list':
      return block.items.map((item) => `- ${item}\n`).join('');
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows]
        .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
        .join('');
    case 'code':
      return `\`\`\`${block.language}\n${block.code}\n\`\`\`\n`;
  }
}

export const sectionHtml = ({ id, title, blocks }: Section): Html =>
  markup`<section id="${id}">\n<h2>${title}</h2>\n${blocks.map(blockHtml)}</section>\n`;
export const sectionMarkdown = ({ title, blocks }: Section): string =>
  [`## ${title}\n`, ...blocks.map(blockMarkdown)].join('\n');
