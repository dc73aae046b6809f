// A part of the builder's form, which folds. Its fields belong to the form while it is closed, too.
import type { ComponentChildren } from 'preact';

type PartProps = {
  readonly name: string;
  readonly title: string;
  /** False for a part whose fields have their usual values. A part with something wrong is open. */
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
};

export const Part = ({ name, title, isOpen, children }: PartProps) => (
  <details class="options" open={isOpen}>
    <summary>
      <h2 id={`section-${name}`}>{title}</h2>
    </summary>
    <div class="part" role="group" aria-labelledby={`section-${name}`}>
      {children}
    </div>
  </details>
);
