// The answer to a form of a session that has ended: nothing is stored and no entry is lost. A visitor without a session signs in
// beside it; a visitor with another one sends the entries again.
import type { VNode } from 'preact';
import type { Answer } from '../../http/core/answer.ts';
import { signInAddress } from '../next-address.ts';
import { Button, Form } from './form.tsx';
import { Page, type Visitor } from './layout.tsx';
import { Notice } from './notice.tsx';
import { useWords } from './words.tsx';

/** Entries of a form that is kept. Our largest has two for each of 400 players, and a visitor without a session may send any. */
export const KEPT_ENTRIES_MAX = 2_000;

type Sender = {
  readonly visitor: Visitor | null;
  readonly csrf: string;
  readonly html: (status: number, page: VNode) => Promise<Answer>;
};

/** `target`: the path and query to which the form was sent. Null for a form with too many entries. */
export function keptFormAnswer(sender: Sender, target: string, form: URLSearchParams): Promise<Answer> | null {
  if (form.size > KEPT_ENTRIES_MAX) return null;
  const entries = [...form].filter(([name]) => name !== 'csrf');
  return sender.html(403, <KeptFormPage sender={sender} target={target} entries={entries} />);
}

type KeptForm = {
  readonly sender: Sender;
  readonly target: string;
  /** A name may come more than once. */
  readonly entries: readonly (readonly [name: string, value: string])[];
};

function KeptFormPage({ sender: { visitor, csrf }, target, entries }: KeptForm) {
  const { keptForm: words } = useWords();
  return (
    <Page title={visitor === null ? words.title : words.again} visitor={visitor}>
      <Notice kind="note">
        <p>{visitor === null ? words.advice : words.signedInAs(visitor.name)}</p>
      </Notice>
      {visitor === null && (
        <p>
          <a class="button" href={signInAddress(target)} target="_blank" rel="noopener">
            {words.signIn}
          </a>
        </p>
      )}
      <Form action={target} csrf={csrf}>
        {entries.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Button {...(visitor === null ? { kind: 'quiet' as const } : {})}>
          {visitor === null ? words.goOn : words.send}
        </Button>
      </Form>
    </Page>
  );
}
