// What a form may cost to read.
import { expect, it } from 'vitest';
import { FORM_FIELDS_MAX, FORM_LINES_MAX, readForm, readFormWithFile } from '../../../src/http/core/form-body.ts';

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
