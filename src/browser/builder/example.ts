// The data of an example page: the moment from its address, the state of the channel from the page.
import type { ChannelState } from '../../../protocol/wire/board.ts';
import type { BuildKind } from './fields.ts';
import { type Example, exampleOf, momentOf } from './moments.ts';

/** The example to draw and its running clock. `group`: of the page's own options. */
export function readExample(kind: BuildKind, group?: string): Example & { readonly now: () => number } {
  const moment = momentOf(kind, new URLSearchParams(location.search).get('moment') ?? '');
  const example = exampleOf(moment, ownState(), group);
  const { startsAt } = example;
  const opened = Date.now();
  return { ...example, now: startsAt === null ? Date.now : () => startsAt + Date.now() - opened };
}

function ownState(): ChannelState | null {
  const text = document.getElementById('page-data')?.textContent ?? '';
  // Our own server made it (src/web/build/example.ts), so it is not checked again.
  return text === '' ? null : (JSON.parse(text) as ChannelState | null);
}
