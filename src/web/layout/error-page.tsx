// The page for an error.
import { Page, pageHtml, type Visitor } from './layout.tsx';

export type ErrorPage = {
  readonly error: string;
  readonly hint?: string | undefined;
  /** The errors, one for each field. */
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
        <a href="/">Home page</a>
      </p>
    </Page>,
  );
