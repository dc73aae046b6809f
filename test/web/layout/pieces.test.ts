// A page in pieces.
import { type Attributes, type ComponentChildren, type ComponentType, createElement, type VNode } from 'preact';
import { expect, it } from 'vitest';
import { inTurns } from '../../../src/ops/turns.ts';
import { pageHtml } from '../../../src/web/layout/layout.tsx';
import { LongList, pageInPieces } from '../../../src/web/layout/pieces.tsx';
import { inLanguage, pageLanguage, useWords } from '../../../src/web/layout/words.tsx';
import { countPieces } from '../../support/count-pieces.ts';
import { countTurns } from '../../support/count-turns.ts';
import { nextTurn } from '../../support/next-turn.ts';
import { stall } from '../../support/stall.ts';

function h<Props extends object>(
  type: string | ComponentType<Props>,
  props: (Attributes & Props) | null,
  ...children: readonly ComponentChildren[]
): VNode {
  return createElement(type as ComponentType<Props>, props, ...children) as VNode;
}

const Row = ({ name }: { readonly name: string }): VNode => h('li', { title: name }, useWords().frame.skip, ' ', name);
const rows = (of: readonly string[], act = (): void => undefined): VNode =>
  h('ul', null, [
    h(LongList<string>, {
      of,
      entry: (name) => {
        act();
        return h(Row, { name });
      },
    }),
  ]);
const inGerman = (page: VNode): VNode => inLanguage(pageLanguage('de', '/x'), page);

/** Runs it to its end. */
function whole(page: VNode): { readonly html: string; readonly pieces: number } {
  const { result, pieces } = countPieces(pageInPieces(page));
  return { html: result.toString(), pieces };
}

it('rule OPS-18: each entry of its lists is a piece, and the page is the same as one made at once', () => {
  const nested = h(LongList<number>, { of: [1, 2], entry: (count) => h('section', null, count, rows(['x', 'y'])) });
  const page = inGerman(h('main', null, 'before', rows(['a', 'b', 'é']), 'between', rows([]), nested, 'after'));
  const { html, pieces } = whole(page);
  expect(html).toBe(pageHtml(page));
  expect(html).toContain('<li title="é">Zum Inhalt springen é</li>');
  expect(pieces).toBe(5);
});

it('a name that looks like the place of a list stays a name', () => {
  const name = '<list-in-pieces></list-in-pieces>';
  const page = inGerman(h('main', { title: name }, name, rows([name, 'b']), name));
  expect(whole(page).html).toBe(pageHtml(page));
});

it('rule OPS-18: a long page takes several turns of the event loop', async () => {
  await nextTurn();
  const turns = countTurns();
  await inTurns(pageInPieces(inGerman(rows(['1', '2', '3', '4', '5', '6', '7', '8', '9'], () => stall(1)))));
  expect(turns.stop()).toBeGreaterThanOrEqual(3);
});
