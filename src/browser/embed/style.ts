/**
 * The stylesheet of the element. It stands in the element's own tree, so that it changes nothing of the page around it. It asks for the
 * width of the element, not of the page: a narrow one has the names above and below the score. A page that takes the width of its
 * column from what is in it gets 20rem.
 */
export const style = `:host { display: block; min-width: 0; max-width: min(28rem, 100%); container-type: inline-size; contain-intrinsic-inline-size: 20rem; color-scheme: light dark; }
a { display: block; padding: 0.75rem 1rem; border: 1px solid #6e7781; border-radius: 0.5rem; color: #1b1f24; background: #ffffff; font: 1rem/1.4 system-ui, sans-serif; text-align: center; text-decoration: none; }
a:focus-visible { outline: 3px solid #0b5cad; outline-offset: 2px; }
div + div { margin-top: 0.75rem; }
.sides { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); gap: 0.75rem; align-items: center; font-weight: 700; overflow-wrap: anywhere; }
.home { text-align: end; } .away { text-align: start; }
.score { font-size: 1.75em; line-height: 1.1; font-variant-numeric: tabular-nums; white-space: nowrap; }
.status { color: #57606a; font-size: 0.9em; font-variant-numeric: tabular-nums; }
.status.live { color: #1a6b34; font-weight: 700; }
@container (width < 18rem) {
  a { padding-inline: 0.5rem; } .sides { grid-template-columns: minmax(0, 1fr); gap: 0.125rem; }
  .home, .away { display: -webkit-box; overflow: hidden; text-align: center; -webkit-box-orient: vertical; -webkit-line-clamp: 3; }
}
@media (prefers-color-scheme: dark) {
  a { color: #e6e9ec; background: #14181c; } .status { color: #9aa4ae; } .status.live { color: #7fd69b; }
}`;
