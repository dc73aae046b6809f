// What the pages of stored rows share: the form with what is said above it, and the question before the row is deleted.
import type { ComponentChildren } from 'preact';
import type { Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import { ConfirmationPage } from '../../layout/confirmation.tsx';
import { Button, Form } from '../../layout/form.tsx';
import { Notice } from '../../layout/notice.tsx';
import { useWords } from '../../layout/words.tsx';
import { FaultNotice } from '../fault-notice.tsx';
import { type Fault, shownFields } from '../save-row.ts';
import type { Staff } from '../staff.ts';
import { type Difference, StaleNotice } from '../stale-notice.tsx';

type StoredFormProps = {
  readonly staff: Staff;
  /** Null for a new row. */
  readonly row: Row | null;
  readonly address: string;
  readonly hidden: Readonly<Record<string, string>>;
  readonly faults: readonly Fault[];
  /** The paths of faults that have a place in the form. */
  readonly places: readonly string[];
  /** What another person stored meanwhile. */
  readonly stale: null | undefined | { readonly by: string | null; readonly differences: readonly Difference[] };
  /** Where a link behind the button leads; without it there is none. */
  readonly back?: string;
  readonly children: ComponentChildren;
};

/** The form of a row. Above it: where the row is from, and why the form is shown again. */
export function StoredForm(props: StoredFormProps) {
  const { staff, row, address, hidden, faults, places, stale, back, children } = props;
  const { tournament: words, staff: staffWords } = useWords();
  return (
    <>
      <FileNotice row={row} />
      <FaultNotice faults={faults} places={places} />
      {stale && <StaleNotice {...stale} address={address} />}
      <Form action={address} csrf={staff.visit.csrf} hidden={hidden}>
        {children}
        {back === undefined ? (
          <Button>{staffWords.save}</Button>
        ) : (
          <div class="actions">
            <Button>{staffWords.save}</Button>
            <a class="button quiet" href={back}>
              {words.back}
            </a>
          </div>
        )}
      </Form>
    </>
  );
}

/** Nothing for a row that staff made. */
function FileNotice({ row }: { readonly row: Row | null }) {
  const { tournament: words } = useWords();
  if (row === null || row.isOfService) return null;
  return (
    <Notice kind="note" title={words.fileTitle}>
      <p>{words.fileAdvice}</p>
    </Notice>
  );
}

/** The link to `confirmDeletion`. `address`: of the form. */
export const DeleteLink = ({ address, label }: { readonly address: string; readonly label: string }) => (
  <p>
    <a class="button destructive" href={`${address}?ask=delete`}>
      {label}
    </a>
  </p>
);

/** Whether the address asks for `confirmDeletion`. */
export const isAskedToDelete = ({ visit }: Staff): boolean => visit.query.get('ask') === 'delete';

/** The question before a row is deleted. */
export const confirmDeletion = (
  { visit }: Staff,
  row: Row,
  { title, consequence, address }: { readonly title: string; readonly consequence: string; readonly address: string },
): Promise<Answer> =>
  visit.html(
    200,
    <ConfirmationPage
      title={title}
      consequences={[consequence]}
      button={title}
      visitor={visit.visitor}
      address={address}
      fields={{ action: 'delete', ...shownFields(row) }}
    />,
  );
