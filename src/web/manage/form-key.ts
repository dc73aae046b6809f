// A form that makes rows carries a key, so that the same form sent twice makes them once (rule MANAGE-10): after a double tap, and
// after an answer that was lost.
//
//   <Form … hidden={keyField(formKeyIn(sent))}>   a page that is shown again keeps the key of its form; `newFormKey()` for a new page
//   createRow(deps, staff, 'team', fields, creationKey(sent))                         one row
//   deps.fixtures.addRows(target, 'team', rows, creationKey(sent))                    many rows, all or none
import { createHash, randomUUID } from 'node:crypto';
import { isUuid } from '../../../protocol/wire/ids.ts';

const FIELD = 'form_key';
/** Fields that differ when a browser sends the same form again: the token of another session, the button. */
const APART = new Set(['csrf', 'then', FIELD]);

export const newFormKey = (): string => randomUUID();

/** The hidden field with the key, for `<Form hidden={…}>`. */
export const keyField = (key: string): Readonly<Record<string, string>> => ({ [FIELD]: key });

/** The key of a form that was sent; a new one where it has none. */
export function formKeyIn(sent: URLSearchParams): string {
  const given = sent.get(FIELD) ?? '';
  return isUuid(given) ? given : newFormKey();
}

/**
 * The Idempotency-Key of what a form makes, of at most 100 characters. The same form gives the same key; a form that was changed
 * and sent again gives another, because it makes something else. `part`: the number of the row, where a form makes one after
 * the other. `formKey`: of a form without a key, as it is shown again.
 */
export function creationKey(sent: URLSearchParams, part = 0, formKey = formKeyIn(sent)): string {
  const told = [...sent].filter(([name]) => !APART.has(name));
  const hash = createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22);
  return `page ${formKey} ${part} ${hash}`;
}
