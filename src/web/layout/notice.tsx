// A message above the content of a page; screen readers read it first.
import type { ComponentChildren } from 'preact';

export const Notice = (props: { kind: 'error' | 'good' | 'note'; title?: string; children?: ComponentChildren }) => (
  <div class={`notice ${props.kind}`} role={props.kind === 'error' ? 'alert' : 'status'}>
    {props.title !== undefined && <p class="title">{props.title}</p>}
    {props.children}
  </div>
);
