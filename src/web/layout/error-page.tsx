// What a person sees when a page cannot be shown or a form not taken.
import { Page, pageHtml, type Visitor } from './layout.tsx';

export type ErrorPage = {
  readonly error: string;
  readonly hint?: string | undefined;
  /** What is wrong, place by place. */
  readonly details?: readonly { readonly path: string; readonly message: string }[] | undefined;
  readonly visitor: Visitor | null;
};

export const errorPage = ({ error, hint, details = [], visitor }: ErrorPage): string =>
  pageHtml(
    <Page title={error.replace(/\.$/, '')} visitor={visitor}>
      {hint !== undefined && <p>{hint}</p>}
      {details.length > 0 && (
        <dl>
          {details.map(({ path, message }) => (
            <div key={path}>
              <dt>
                <code>{path}</code>
              </dt>
              <dd>{message}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>
        <a href="/">To the first page</a>
      </p>
    </Page>,
  );
