// The components of the pages made on the server, each in its states, and frames with samples of screen and overlay.
import type { VNode } from 'preact';
import { Button, Choice, Field } from './form.tsx';
import { Page } from './layout.tsx';
import { Notice } from './notice.tsx';

const COLORS = ['ink', 'soft', 'ground', 'plate', 'raised', 'line', 'border'].concat(
  ...[['highlight', 'link', 'good', 'bad', 'bad-ground', 'yellow', 'red']],
);
const SIZES = ['3xl', '2xl', 'xl', 'l', 'm', 's', 'xs'];

type Frame = { readonly title: string; readonly src: string; readonly shape: string };

export const DesignPage = ({ frames, publicParts }: { frames: readonly Frame[]; publicParts: VNode }) => (
  <Page title="Components" visitor={null}>
    <section id="parts" aria-label="Parts of pages">
      <h2>Colours</h2>
      <ul class="swatches">
        {COLORS.map((name) => (
          <li key={name}>
            <span class={`swatch ${name}`} />
            {name}
          </li>
        ))}
      </ul>
      <h2>Type</h2>
      {SIZES.map((size) => (
        <p key={size} class={`sample size-${size}`}>
          France – Croatia 4–2 · Škoda, Łódź, Ελλάδα, Україна
        </p>
      ))}
      <h2>Buttons</h2>
      <div class="actions">
        <Button>Button</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="destructive">Destructive</Button>
      </div>
      <h2>Fields</h2>
      <Field name="plain" label="A field" hint="With a hint." input={{ value: 'ff8800' }} />
      <Field name="wrong" label="A field" problem="This must be a colour as ff8800." input={{ value: 'zzz' }} />
      <Choice name="choice" label="A choice" choices={[['a', 'The first']]} />
      <h2>Notices</h2>
      <Notice kind="good" title="It worked">
        <p>The key is new.</p>
      </Notice>
      <Notice kind="error" title="It did not work">
        <p>Choose how long the address is valid.</p>
      </Notice>
    </section>
    {publicParts}
    <section aria-label="Boards and graphics">
      <h2>Boards and graphics</h2>
      {frames.map(({ title, src, shape }) => (
        <figure key={title} class="frame">
          <iframe
            class={`preview ${shape} ${src.includes('/overlay') ? 'overlay' : ''}`}
            src={src}
            title={title}
            loading="lazy"
          />
          <figcaption>{title}</figcaption>
        </figure>
      ))}
    </section>
  </Page>
);
