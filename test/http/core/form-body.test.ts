// What a form may cost to read.
import { expect, it } from 'vitest';
import { FORM_FIELDS_MAX, FORM_LINES_MAX, readForm, readFormWithFile } from '../../../src/http/core/form-body.ts';
import { cpuMs } from '../../support/cpu-ms.ts';

const sent = (text: string) => ({ body: () => Promise.resolve(Buffer.from(text)) });
const FORM = 'application/x-www-form-urlencoded';

it('rule LIMIT-15: a form has 5,000 fields at most, and one with a file 20,000 lines', async () => {
  const most = sent(Array.from({ length: FORM_FIELDS_MAX }, (_, at) => `f${at}=`).join('&'));
  expect([...(await readForm(most, FORM))].length).toBe(FORM_FIELDS_MAX);
  const more = sent('&'.repeat(FORM_FIELDS_MAX));
  await expect(readForm(more, FORM)).rejects.toMatchObject({ status: 413 });
  await expect(readFormWithFile(more, FORM)).rejects.toMatchObject({ status: 413 });
  const lines = sent('\r\n'.repeat(FORM_LINES_MAX + 1));
  await expect(readFormWithFile(lines, 'multipart/form-data; boundary=x')).rejects.toMatchObject({ status: 413 });
});

it('rule LIMIT-19: the blanks of a form take no longer to read than its letters', async () => {
  const pieces = 400_000;
  /** The least CPU time of several rounds, ms: other work on the machine only adds to one. */
  const timeOf = async (text: string): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const body = sent(text);
      const began = cpuMs();
      expect((await readForm(body, FORM)).get('a')).toHaveLength(2 * pieces);
      times.push(cpuMs() - began);
    }
    return Math.min(...times);
  };
  const letters = await timeOf(`a=${'bb'.repeat(pieces)}`);
  // The library alone takes more than 12 times as long.
  expect(await timeOf(`a=${'b+'.repeat(pieces)}`)).toBeLessThan(6 * letters);
});

it('a plus is a blank, and an escaped plus stays one', async () => {
  const form = await readForm(sent('a+b=1+%2B+2&c=Z%C3%A9%20e'), FORM);
  expect([...form]).toEqual([
    ['a b', '1 + 2'],
    ['c', 'Zé e'],
  ]);
});
