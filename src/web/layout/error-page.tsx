// The page in place of one that cannot be shown.
import { Page } from './layout.tsx';
import { useWords } from './words.tsx';

type ErrorPageProps = {
  /** What is wrong, in a sentence. */
  readonly title: string;
  /** What to do. */
  readonly advice?: string | undefined;
  readonly details?: readonly { readonly path: string; readonly message: string }[] | undefined;
};

export const errorPage = (props: ErrorPageProps) => <ErrorPage {...props} />;

function ErrorPage({ title, advice, details = [] }: ErrorPageProps) {
  const { frame } = useWords();
  return (
    <Page title={title.replace(/\.$/, '')} visitor={null}>
      {advice !== undefined && <p>{advice}</p>}
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
      <div class="actions">
        <a class="button" href="/">
          {frame.home}
        </a>
        <a class="button quiet" href="/api/docs">
          {frame.guide}
        </a>
      </div>
    </Page>
  );
}
