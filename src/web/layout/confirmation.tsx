// The confirmation before a key, app or token ends, and the pages that show a new secret once.
import type { ComponentChildren } from 'preact';
import { Button, Form } from './form.tsx';
import { Page, type Visitor } from './layout.tsx';
import { Notice } from './notice.tsx';

export type Confirmation = {
  readonly title: string;
  /** The consequences, one sentence each. */
  readonly consequences: readonly string[];
  /** The label of the button. */
  readonly button: string;
  readonly visitor: Visitor;
  readonly csrf: string;
  /** The address of the form and of the link back. */
  readonly address: string;
  /** Hidden fields. */
  readonly fields: Readonly<Record<string, string>>;
};

export const confirmationPage = ({ title, consequences, button, visitor, csrf, address, fields }: Confirmation) => (
  <Page title={title} visitor={visitor}>
    <ul>
      {consequences.map((consequence) => (
        <li key={consequence}>{consequence}</li>
      ))}
    </ul>
    <Form action={address} csrf={csrf}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div class="actions">
        <Button kind="destructive">{button}</Button>
        <a class="button quiet" href={address}>
          Cancel
        </a>
      </div>
    </Form>
  </Page>
);

/** A text to copy: the Tab key or three clicks select all of it. */
export const Copyable = ({ name, label, value }: { name: string; label: string; value: string }) => (
  <div class="field">
    <label for={name}>{label}</label>
    <input id={name} class="secret" type="text" value={value} readOnly autocomplete="off" spellcheck={false} />
  </div>
);

export type ShownOnce = {
  readonly title: string;
  readonly advice: string;
  readonly visitor: Visitor;
  readonly backTo: { readonly address: string; readonly name: string };
  readonly children: ComponentChildren;
};

const OncePage = ({ title, advice, visitor, backTo, children }: ShownOnce) => (
  <Page title={title} visitor={visitor}>
    <Notice kind="note" title="Copy it now: it is shown only once.">
      <p>{advice}</p>
    </Notice>
    {children}
    <p>
      <a href={backTo.address}>Done: back to {backTo.name}</a>
    </p>
  </Page>
);

export const keyPage = ({ apiKey, ...once }: Omit<ShownOnce, 'children'> & { apiKey: string }) => (
  <OncePage {...once}>
    <Copyable name="key" label="API key" value={apiKey} />
    <p class="hint">
      Apps send it in the header <code>Authorization: Bearer …</code>. Do not put it into an address or a page: for a
      screen or an overlay, make a view token.
    </p>
  </OncePage>
);

/** `addresses`: of the finished pages. */
export const viewTokenPage = ({
  addresses,
  ...once
}: Omit<ShownOnce, 'children'> & { addresses: Readonly<Record<'screen' | 'overlay', string>> }) => (
  <OncePage {...once}>
    <Copyable name="screen" label="Stadium screen" value={addresses.screen} />
    <p>
      <a href={addresses.screen}>Open the screen</a>
    </p>
    <Copyable name="overlay" label="Overlay for a stream (browser source)" value={addresses.overlay} />
    <p>
      <a href={addresses.overlay}>Open the overlay</a>
    </p>
  </OncePage>
);
