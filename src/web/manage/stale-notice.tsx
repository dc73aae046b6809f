// Another change came first. The form below keeps what was typed, and now carries the mark of the new version: a person who sends
// it again has seen what it replaces.
import { Notice } from '../layout/notice.tsx';
import { Table } from '../layout/table.tsx';
import { useWords } from '../layout/words.tsx';

/** A field with two values, as people read them. */
export type Difference = { readonly label: string; readonly stored: string; readonly typed: string };

/** `by`: the user who changed it, if known. `address`: of the form with the stored version. */
export function StaleNotice({
  by,
  differences,
  address,
}: {
  readonly by: string | null;
  readonly differences: readonly Difference[];
  readonly address: string;
}) {
  const { stale } = useWords().staff;
  return (
    <Notice kind="error" title={by === null ? stale.unknown : stale.by(by)}>
      <p>{differences.length === 0 ? stale.same : stale.advice}</p>
      {differences.length > 0 && (
        <Table
          stacks
          caption={stale.caption}
          head={stale.columns}
          rows={differences.map(({ label, stored, typed }) => [
            label,
            <bdi>{stored || stale.empty}</bdi>,
            <bdi>{typed || stale.empty}</bdi>,
          ])}
        />
      )}
      <p>
        <a href={address}>{stale.discard}</a>
      </p>
    </Notice>
  );
}
