// The key of a form that makes rows (rule MANAGE-10).
import { describe, expect, it } from 'vitest';
import { creationKey, formKeyIn, keyField, newFormKey } from '../../../src/web/manage/form-key.ts';

const key = newFormKey();
const sent = (fields: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams({ csrf: 'one', ...keyField(key), names: 'A\nB', ...fields });

describe('rule MANAGE-10: the key of a form', () => {
  it('comes back with the form, and a form without a good one gets a new one', () => {
    expect(formKeyIn(sent({}))).toBe(key);
    const other = formKeyIn(new URLSearchParams({ form_key: 'x' }));
    expect(other).toMatch(/^[0-9a-f-]{36}$/);
    expect(formKeyIn(new URLSearchParams())).not.toBe(other);
  });

  it('is the same for the same form, in another session or by another button too', () => {
    expect(creationKey(sent({ csrf: 'two', then: 'score' }))).toBe(creationKey(sent({})));
    expect(creationKey(sent({})).length).toBeLessThanOrEqual(100);
  });

  it('is another one for other entries, for each row of a form, and for each form', () => {
    const keys = [
      creationKey(sent({})),
      creationKey(sent({ names: 'A\nC' })),
      creationKey(sent({}), 1),
      creationKey(sent(keyField(newFormKey()))),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
