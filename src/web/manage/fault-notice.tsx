// The head of a form that was not saved: it says so, and lists what belongs to no field of the page.
import { Notice } from '../layout/notice.tsx';
import { useWords } from '../layout/words.tsx';
import { type Fault, otherFaults } from './save-row.ts';

type FaultNoticeProps = {
  readonly faults: readonly Fault[];
  /** The paths of faults that have a place on the page. */
  readonly places?: readonly string[];
};

/** Nothing for a form without faults. */
export function FaultNotice({ faults, places = [] }: FaultNoticeProps) {
  const { problems, staff } = useWords();
  if (faults.length === 0) return null;
  const others = otherFaults(faults, places);
  return (
    <Notice kind="error" title={problems[422].title}>
      <p>{staff.notSaved}</p>
      {others.length > 0 && (
        <ul>
          {others.map(({ path, message }) => (
            <li key={path}>
              {path !== '' && (
                <>
                  <code dir="ltr">{path}</code>{' '}
                </>
              )}
              {message}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
