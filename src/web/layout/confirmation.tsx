// The confirmation before a key, app or token ends, and the pages that show a new secret once.
import type { ComponentChildren } from 'preact';
import { Button, Form } from './form.tsx';
import { Page, type Visitor } from './layout.tsx';
import { Notice } from './notice.tsx';
import { Fill, useWords } from './words.tsx';

export type Confirmation = {
  readonly title: string;
  /** The consequences, one sentence each. */
  readonly consequences: readonly string[];
  /** The label of the button. */
  readonly button: string;
  readonly visitor: Visitor;
  /** The address of the form and of the link back. */
  readonly address: string;
  /** The label of the link back, where "Cancel" would be taken for the button. */
  readonly back?: string;
  /** Hidden fields. */
  readonly fields: Readonly<Record<string, string>>;
  /** More fields of the form. */
  readonly children?: ComponentChildren;
};

export function ConfirmationPage(props: Confirmation) {
  const { title, consequences, button, visitor, address, back, fields, children } = props;
  const { frame } = useWords();
  return (
    <Page title={title} visitor={visitor}>
      <ul>
        {consequences.map((consequence) => (
          <li key={consequence}>{consequence}</li>
        ))}
      </ul>
      <Form action={address} csrf={visitor.csrf} hidden={fields}>
        {children}
        <div class="actions">
          <Button kind="destructive">{button}</Button>
          <a class="button quiet" href={address}>
            {back ?? frame.cancel}
          </a>
        </div>
      </Form>
    </Page>
  );
}

/** A text to copy: the Tab key or three clicks select all of it. */
export const Copyable = ({ name, label, value }: { name: string; label: string; value: string }) => (
  <div class="field">
    <label for={name}>{label}</label>
    <input
      id={name}
      class="secret"
      dir="ltr"
      type="text"
      value={value}
      readOnly
      autocomplete="off"
      spellcheck={false}
    />
  </div>
);

type ShownOnce = {
  readonly title: string;
  readonly advice: string;
  readonly visitor: Visitor;
  /** The address of the integrations page. */
  readonly backTo: string;
  readonly children: ComponentChildren;
};

function OncePage({ title, advice, visitor, backTo, children }: ShownOnce) {
  const { secret } = useWords();
  return (
    <Page title={title} visitor={visitor}>
      <Notice kind="note" title={secret.copyNow}>
        <p>{advice}</p>
      </Notice>
      {children}
      <p>
        <a href={backTo}>{secret.done}</a>
      </p>
    </Page>
  );
}

type Once = Pick<ShownOnce, 'visitor' | 'backTo'>;

export function KeyPage({ name, apiKey, ...once }: Once & { readonly name: string; readonly apiKey: string }) {
  const { secret } = useWords();
  return (
    <OncePage {...once} title={secret.keyTitle(name)} advice={secret.keyAdvice}>
      <Copyable name="key" label={secret.key} value={apiKey} />
      <p class="hint">
        <Fill text={secret.keyUse} parts={{ header: <code dir="ltr">Authorization: Bearer …</code> }} />
      </p>
    </OncePage>
  );
}

type SecretProps = Omit<ShownOnce, 'children'> & { readonly label: string; readonly secret: string };

export const SecretPage = ({ label, secret, ...once }: SecretProps) => (
  <OncePage {...once}>
    <Copyable name="secret" label={label} value={secret} />
  </OncePage>
);

/** `addresses`: of the finished pages. */
export function ViewTokenPage({
  addresses,
  ...once
}: Once & { readonly addresses: Readonly<Record<'screen' | 'overlay', string>> }) {
  const { secret } = useWords();
  return (
    <OncePage {...once} title={secret.tokenTitle} advice={secret.tokenAdvice}>
      <Copyable name="screen" label={secret.screen} value={addresses.screen} />
      <p>
        <a href={addresses.screen}>{secret.openScreen}</a>
      </p>
      <Copyable name="overlay" label={secret.overlay} value={addresses.overlay} />
      <p>
        <a href={addresses.overlay}>{secret.openOverlay}</a>
      </p>
    </OncePage>
  );
}
