// Drafts, entries and events of a console's outbox, for its tests.
import type { BoardEvent } from '../../protocol/wire/board.ts';
import { type Draft } from '../../src/browser/console/draft.ts';
import { type Action, type Entry } from '../../src/browser/console/outbox-entry.ts';

export const AT = Date.UTC(2026, 10, 22, 10);
export const draft = (more: Partial<Draft> = {}): Draft => ({
  id: 'a',
  timestamp: new Date(AT).toISOString(),
  type: 'Goal',
  team: 'home',
  ...more,
});
export const record: Action = { kind: 'record', draft: draft() };
export const replace: Action = { kind: 'replace', draft: draft() };
export const remove: Action = { kind: 'delete', id: 'a', what: 'Goal' };

export const entry = (action: Action, more: Partial<Entry> = {}): Entry => ({
  order: 0,
  target: { channel: 'match:701', kind: 'match', path: '/tournaments/cup/matches/701' },
  pairing: '701',
  action,
  status: 'waiting',
  tried: false,
  problem: null,
  ...more,
});

export const event = (type: BoardEvent['type'], second: number, more: Partial<BoardEvent> = {}): BoardEvent => ({
  type,
  at: new Date(AT + second * 1_000).toISOString(),
  team: 'home',
  own_goal: false,
  ...more,
});
