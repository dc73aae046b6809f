import { expect, test } from 'vitest';
import { readText, renderArticle, withoutAnchors } from '../../../src/web/docs/markdown.ts';

test('a heading with an anchor is in the contents, and tools do not see the anchor', () => {
  const { html, contents } = renderArticle('## The live channel {#live}\n\nText.');
  expect(html).toBe('<h2 id="live">The live channel</h2>\n<p>Text.</p>\n');
  expect(contents).toEqual([{ id: 'live', title: 'The live channel' }]);
  expect(withoutAnchors('## The live channel {#live}\n\nText.')).toBe('## The live channel\n\nText.');
});

test('HTML in the text and in code is escaped', () => {
  const { html } = renderArticle('<script>1</script>\n\nA <b>word</b>.\n\n```js name\na < b\n```');
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('<code class="language-js" data-snippet="name">a &lt; b</code>');
});

test('a text with an unknown value is not served', async () => {
  await expect(readText('./guide.md', {})).rejects.toThrow('./guide.md names the unknown value base.');
});
