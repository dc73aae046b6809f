// The body of a goal as a client posts it.
import { randomUUID } from 'node:crypto';
import { iso, thisMinute } from './dates.ts';

/** A goal of user 1 with a new id; `more` adds fields or replaces them. */
export const goalBody = (more: object = {}) => ({
  id: randomUUID(),
  timestamp: iso(thisMinute),
  type: 'Goal',
  primary_player_pc_id: '1',
  primary_player_type: 'user',
  ...more,
});
