import { Page } from './layout.tsx';

type ErrorPageProps = {
  readonly error: string;
  readonly hint?: string | undefined;
  readonly details?: readonly { readonly path: string; readonly message: string }[] | undefined;
};

export const errorPage = ({ error, hint, details = [] }: ErrorPageProps) => (
  <Page title={error.replace(/\.$/, '')} visitor={null}>
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
  </Page>
);
