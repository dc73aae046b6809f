// A titled row of buttons on the director's page.
import type { ComponentChildren } from 'preact';

type RowProps = { readonly title: string; readonly hint?: string; readonly children: ComponentChildren };

export const AirRow = ({ title, hint, children }: RowProps) => (
  <section class="air-row">
    <h2>{title}</h2>
    <div class="air-buttons">{children}</div>
    {hint !== undefined && <p class="quiet">{hint}</p>}
  </section>
);
