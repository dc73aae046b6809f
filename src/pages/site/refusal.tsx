// What a person sees when a page cannot be shown or a form not taken.
import { Page, pageHtml, type Visitor } from './layout.tsx';

export type Refusal = {
  readonly error: string;
  readonly hint?: string | undefined;
  readonly visitor: Visitor | null;
};

export const refusalPage = ({ error, hint, visitor }: Refusal): string =>
  pageHtml(
    <Page title={error.replace(/\.$/, '')} visitor={visitor}>
      {hint !== undefined && <p>{hint}</p>}
      <p>
        <a href="/">To the first page</a>
      </p>
    </Page>,
  );
