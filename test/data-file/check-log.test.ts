// Rule DATA-15: what a file says of a match's log fits together.
import { expect, it } from 'vitest';
import type { FileLogRow } from '../../protocol/data-file/data-file.ts';
import { checkLog } from '../../src/data-file/history.ts';
import type { Faults } from '../../src/data-file/json-path.ts';

const row = (after: number, seq: number, changes = seq - after): FileLogRow =>
  ({ after, at: 1, seq, changes: Array.from({ length: changes }, () => ({ cause: [] })) }) as unknown as FileLogRow;

it.each<readonly [string, readonly FileLogRow[], number, readonly string[]]>([
  ['no log', [], 7, []],
  ['rows that follow each other, up to the position', [row(0, 2), row(2, 3)], 3, []],
  ['a log that was shortened', [row(5, 6)], 6, []],
  ['a row that was merged from more changes', [row(0, 5, 2), row(5, 6)], 6, []],
  ['a gap', [row(0, 2), row(3, 4)], 4, ['log[1].after: Must be 2: the row before ends there.']],
  ['too many changes', [row(0, 2, 3)], 2, ['log[0].seq: Must be greater: each change adds one to it.']],
  ['another end', [row(0, 2), row(2, 3)], 4, ['log[1].seq: Must be 4, as live.seq.']],
])('rule DATA-15: %s', (_, log, end, expected) => {
  const found: string[] = [];
  const faults = { add: (place: string, message: string) => found.push(`${place}: ${message}`) } as unknown as Faults;
  checkLog(faults, 'log', log, end);
  expect(found).toEqual(expected);
});
