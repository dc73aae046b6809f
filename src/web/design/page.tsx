// The page of all components: those of the pages made on the server, and frames with samples of screen, overlay and console.
import { Button, Choice, Field } from '../layout/form.tsx';
import { Page } from '../layout/layout.tsx';
import { Notice } from '../layout/notice.tsx';
import { PUBLIC_STYLE_ADDRESS } from '../public/style.ts';
import { PublicLists, PublicParts } from './public-parts.tsx';
import { type SampleFrame, SECTIONS, SHAPES } from './sections.ts';
import { SiteLists } from './site-parts.tsx';

const COLORS = ['ink', 'soft', 'ground', 'plate', 'raised', 'line', 'border'].concat([
  'highlight',
  'link',
  'good',
  'bad',
  'bad-ground',
  'yellow',
  'red',
]);
const SIZES = ['3xl', '2xl', 'xl', 'l', 'm', 's', 'xs'];

export const DesignPage = () => (
  <Page title="Components" visitor={null}>
    <link rel="stylesheet" href={PUBLIC_STYLE_ADDRESS} />
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
    <SiteLists />
    <PublicParts />
    <PublicLists />
    {SECTIONS.map(({ id, title, frames }) => (
      <section key={id} id={id} class="samples" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{title}</h2>
        {frames.map((frame) => (
          <Frame key={frame.src} {...frame} />
        ))}
      </section>
    ))}
  </Page>
);

/** A sample at half its size. The link opens it alone. */
function Frame({ title, src, shape, isOverlay }: SampleFrame) {
  const [width, height] = SHAPES[shape];
  return (
    <figure class={`frame ${shape}`}>
      <div class={isOverlay ? 'shown overlay' : 'shown'}>
        <iframe src={src} title={title} width={width} height={height} loading="lazy" />
      </div>
      <figcaption>
        <a href={src}>{title}</a>
      </figcaption>
    </figure>
  );
}
