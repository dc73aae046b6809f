// What a 404 says beside its error (rule REQ-6).
import { expect, it } from 'vitest';
import { notFound } from '../../src/ops/not-found.ts';

it('the 404 of a malformed channel name lists all forms of a channel', () => {
  const { hint } = notFound('Channel');
  for (const form of ['game:ID', 'match:ID', 'club:SLUG', 'tournament:SLUG', 'air:']) expect(hint).toContain(form);
});
