// Names of new teams or players, one in each line.
import { NAME_MAX } from '../../../../protocol/rest/fields.ts';
import type { PageWords } from '../../../browser/shared/words.ts';
import { TextArea } from '../../layout/form.tsx';
import type { Fault } from '../save-row.ts';

/** In one form. */
const ADDED_MAX = 64;

type NamesProps = {
  readonly label: string;
  readonly hint: string;
  readonly names: string;
  readonly fault: string | null;
};

export const NamesField = ({ label, hint, names, fault }: NamesProps) => (
  <TextArea
    name="names"
    label={label}
    hint={hint}
    problem={fault}
    value={names}
    area={{ rows: 5, autocomplete: 'off', required: true }}
  />
);

/** The names of a text, one in each line. */
export const namesIn = (text: string): readonly string[] => text.split('\n').flatMap((name) => name.trim() || []);

/** What is wrong with the names and their group. */
export function nameFaults(
  names: readonly string[],
  group: string,
  { tournament: words }: PageWords,
): readonly Fault[] {
  if (names.length === 0 || names.length > ADDED_MAX)
    return [{ path: 'names', message: words.faults.names(ADDED_MAX) }];
  if (names.some((name) => name.length > NAME_MAX)) return [{ path: 'names', message: words.faults.tooLong(NAME_MAX) }];
  return group.length > NAME_MAX ? [{ path: 'group', message: words.faults.tooLong(NAME_MAX) }] : [];
}
