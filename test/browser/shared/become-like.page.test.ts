// What an open public page keeps of a part that changes (rule PUBLIC-4): the same elements, by their key where they have one.
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../../support/browser.ts';

type Scripted = { readonly parts: { becomeLike(shown: Element, newer: Element): void } };

let page: Page;

beforeAll(async () => {
  const bundle = await build({
    entryPoints: ['src/browser/shared/become-like.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'parts',
  });
  const browser = await openBrowser();
  page = await browser.newPage();
  await page.addInitScript({ content: `${bundle.outputFiles[0]?.text ?? ''}; globalThis.parts = parts;` });
  await page.goto('about:blank');
  return browser.close;
});

const row = (key: string, attribute = 'data-key'): string =>
  `<li ${attribute}="${key}"><a href="/${key}">${key}</a></li>`;
const rows = (keys: string, attribute?: string): string =>
  keys
    .split('')
    .map((key) => row(key, attribute))
    .join('');

/** The list becomes another one. Returns its HTML, the places of the elements that stayed, and the text of the focus. */
const change = (
  before: string,
  after: string,
  focus = '',
): Promise<{ html: string; isEqual: boolean; stayed: number[]; focused: string }> =>
  page.evaluate(
    ({ from, to, focused }) => {
      const { becomeLike } = (globalThis as unknown as Scripted).parts;
      const [shown, newer] = [from, to].map((html) => {
        const list = document.createElement('ul');
        list.innerHTML = html;
        return list;
      });
      if (!shown || !newer) throw new Error('There are two lists.');
      document.body.replaceChildren(shown);
      if (focused !== '') shown.querySelector<HTMLElement>(focused)?.focus();
      const elements = [...shown.children];
      const wanted = newer.cloneNode(true);
      becomeLike(shown, newer);
      return {
        html: shown.innerHTML,
        isEqual: shown.isEqualNode(wanted),
        stayed: [...shown.children].map((element) => elements.indexOf(element)),
        focused: document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? ''),
      };
    },
    { from: before, to: after, focused: focus },
  );

describe.each(['data-key', 'id'])('rule PUBLIC-4: a list whose elements have a %s', (attribute) => {
  test.each([
    ['abc', 'xabc', [-1, 0, 1, 2]],
    ['abc', 'axbc', [0, -1, 1, 2]],
    ['abc', 'bc', [1, 2]],
    ['abc', 'cab', [2, 0, 1]],
    ['abc', 'bca', [1, 2, 0]],
    ['abcd', 'xdby', [-1, 3, 1, -1]],
    ['aab', 'aba', [0, 2, 1]],
    ['', 'ab', [-1, -1]],
    ['ab', '', []],
  ])('from %s to %s keeps each element', async (before, after, stayed) => {
    const shown = await change(rows(before, attribute), rows(after, attribute));
    expect(shown).toMatchObject({ html: rows(after, attribute), stayed });
  });
});

test('links are known by their address', async () => {
  const links = (keys: string): string =>
    keys
      .split('')
      .map((key) => `<a href="/${key}">${key}</a>`)
      .join('');
  expect(await change(links('ab'), links('xab'), '[href="/b"]')).toEqual({
    html: links('xab'),
    isEqual: true,
    stayed: [-1, 0, 1],
    focused: 'b',
  });
});

test('parts without a key are known by their place, beside those that have one', async () => {
  const before = `<p>one</p>${rows('ab')}<p>two</p>text`;
  const after = `<p>first</p>${rows('xab')}<p>second</p>more`;
  expect(await change(before, after)).toMatchObject({ html: after, stayed: [0, -1, 1, 2, 3] });
});

test.each([true, false])(
  'the focus stays on an element that changes its place: moveBefore %s',
  async (hasMoveBefore) => {
    await page.reload();
    if (!hasMoveBefore) await page.evaluate(() => Reflect.deleteProperty(Element.prototype, 'moveBefore'));
    for (const key of 'abc') {
      const { html, focused } = await change(rows('abc'), rows('cxab'), `[href="/${key}"]`);
      expect([html, focused]).toEqual([rows('cxab'), key]);
    }
  },
);

test('the focus leaves a link that becomes another one', async () => {
  expect(await change(row('a').replace('data-key="a"', ''), row('b').replace('data-key="b"', ''), 'a')).toMatchObject({
    focused: '',
  });
});

test('any part becomes any other', async () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const part = (depth: number): string => {
    if (random(4) === 0) return `text ${random(3)}`;
    const name = ['p', 'div', 'section', 'span'][random(4)] ?? 'p';
    const key = ['', '', ` id="k${random(4)}"`, ` data-key="k${random(4)}"`][random(4)] ?? '';
    const inner =
      depth === 0 ? `${random(9)}` : Array.from({ length: random(4) }, () => part(depth - 1)).join('<b></b>');
    return name === 'p' ? `<p${key}>${random(9)}</p>` : `<${name}${key} class="c${random(3)}">${inner}</${name}>`;
  };
  for (let time = 0; time < 300; time += 1) {
    const [before, after] = [part(3), part(3)];
    expect((await change(before, after)).isEqual, `${before} → ${after}`).toBe(true);
  }
});
