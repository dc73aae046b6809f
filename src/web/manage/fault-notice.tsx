// The head of a form that was not saved: it says so, and lists what belongs to no field of the page.
import { Notice } from '../layout/notice.tsx';
import { useWords } from '../layout/words.tsx';
import type { Fault } from './save-row.ts';

/** `faults`: those without a field of their own. */
export function FaultNotice({ faults }: { readonly faults: readonly Fault[] }) {
  const { problems, staff } = useWords();
  return (
    <Notice kind="error" title={problems[422].title}>
      <p>{staff.notSaved}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ path, message }) => (
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
