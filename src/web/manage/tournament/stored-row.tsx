// What the pages of stored teams and matches share: where the row is from, and the question before it is deleted.
import type { Row } from '../../../http/api/manage.ts';
import type { Answer } from '../../../http/core/answer.ts';
import { ConfirmationPage } from '../../layout/confirmation.tsx';
import { Notice } from '../../layout/notice.tsx';
import { useWords } from '../../layout/words.tsx';
import { shownFields } from '../save-row.ts';
import type { Staff } from '../staff.ts';

/** Nothing for a row that staff made. */
export function FileNotice({ row }: { readonly row: Row | null }) {
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

export const isAskedToDelete = ({ visit }: Staff): boolean => visit.query.get('ask') === 'delete';

/** The question before a row is deleted. */
export const confirmDeletion = (
  { visit }: Staff,
  row: Row,
  { title, consequence, address }: { readonly title: string; readonly consequence: string; readonly address: string },
): Answer =>
  visit.html(
    200,
    <ConfirmationPage
      title={title}
      consequences={[consequence]}
      button={title}
      visitor={visit.visitor}
      csrf={visit.csrf}
      address={address}
      fields={{ action: 'delete', ...shownFields(row) }}
    />,
  );
