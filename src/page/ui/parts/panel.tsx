/**
 * A part of the page with a heading.
 *
 * @module
 */
import type { ComponentChildren } from 'preact';

interface PanelProps {
  readonly id: string;
  readonly title: string;
  /** Beside the heading. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly class?: string;
}

export const Panel = ({ id, title, aside, children, class: extra = '' }: PanelProps) => (
  <section class={`panel ${extra}`} id={id} aria-labelledby={`${id}-title`}>
    <header class="panel-head">
      <h2 id={`${id}-title`}>{title}</h2>
      {aside !== undefined && <div class="panel-aside">{aside}</div>}
    </header>
    {children}
  </section>
);
