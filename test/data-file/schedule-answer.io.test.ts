// Rule LIMIT-20: the schedule of a tournament is looked through once for each version of it.
import { expect, it } from 'vitest';
import { scheduleAnswer } from '../../src/data-file/schedule-answer.ts';
import { openLists } from '../../src/resources/lists.ts';
import { bestDatabase } from '../support/database.ts';
import { iso, thisMinute } from '../support/dates.ts';
import { filledStore } from '../support/filled-store.ts';

const store = filledStore(await bestDatabase(), () => ({
  touchline_data: 1,
  tournaments: [
    {
      id: 1,
      slug: 'cup',
      name: 'Cup',
      teams: [1, 2, 3].map((id) => ({ id, name: `Team ${id}` })),
      matches: [2, 3].map((away) => ({
        id: 100 + away,
        home_team_id: 1,
        away_team_id: away,
        scheduled_at: iso(thisMinute),
      })),
    },
  ],
}));

it('rule LIMIT-20: the same answer until a match of the tournament changes', async () => {
  const lists = openLists(store.sql, () => '', 60_000);
  const before = await lists.tournament('cup');
  const [played] = before?.matches ?? [];
  if (before === null || played === undefined) throw new Error('The tournament is not there.');
  const answer = scheduleAnswer(before);
  expect(answer.clashes).toEqual([{ kind: 'team', match_id: 102, with_match_id: 103 }]);
  expect(await lists.tournament('cup')).toBe(before);
  expect(scheduleAnswer(before)).toBe(answer);

  lists.moved({ ...played.match, seq: played.match.seq + 1 }, false);
  const after = await lists.tournament('cup');
  expect(after).not.toBe(before);
  expect(after?.matches[0]?.match.seq).toBe(played.match.seq + 1);
  expect(before.matches[0]?.match.seq).toBe(played.match.seq);
  expect(await lists.tournament('another')).toBeNull();
  lists.close();
});
