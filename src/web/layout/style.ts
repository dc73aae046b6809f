/**
 * The stylesheet of all text pages and forms: readable on a phone, with a dark mode. It styles elements within `.text`, `.site`
 * and the header only, because the interactive documentation has its own stylesheet.
 */
export const style = `:root {
  color-scheme: light dark;
  --ink: #1b1f24;
  --quiet: #57606a;
  --paper: #ffffff;
  --tint: #f3f5f7;
  --line: #d5dbe1;
  --edge: #6e7781;
  --mark: #0b5cad;
  --on-mark: #ffffff;
  --bad: #b3261e;
  --good: #1a6b34;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e6e9ec; --quiet: #9aa4ae; --paper: #14181c; --tint: #1e242a; --line: #343c44; --edge: #8b949e;
    --mark: #79b8ff; --on-mark: #0d1117; --bad: #ff9d94; --good: #7fd69b;
  }
  /* The interactive documentation has no dark mode. */
  main.full { background: #ffffff; color-scheme: light; }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: center; padding: 0.75rem 1rem; border-bottom: 1px solid var(--line); }
header .name { margin: 0; font-weight: 700; }
header .name a { color: inherit; text-decoration: none; }
header nav { display: flex; flex-wrap: wrap; gap: 0 1rem; }
header nav a { padding: 0.6rem 0; }
header .visitor { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; margin-left: auto; }
footer { max-width: 40rem; margin: 0 auto; padding: 1rem 1rem 2rem; color: var(--quiet); }
.skip { position: absolute; left: -100rem; padding: 0.75rem 1rem; background: var(--paper); z-index: 1; }
.skip:focus { left: 0; }
a { color: var(--mark); }
a[aria-current] { color: inherit; text-decoration: none; font-weight: 600; }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; }
main { max-width: 52rem; margin: 0 auto; padding: 0 1rem 4rem; }
main.full { max-width: none; padding: 0; }
:where(.text, .site) h1 { font-size: 1.8rem; line-height: 1.2; margin: 1.5rem 0 1rem; }
:where(.text, .site) h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.5rem 0 0.75rem; }
.text p, .text ul, .text ol { margin: 0.75rem 0; }
.contents ul { padding: 0; list-style: none; columns: 14rem; }
.contents a { display: inline-block; padding: 0.25rem 0; }
:where(.text, .site) code { font: 0.9em/1.5 ui-monospace, monospace; background: var(--tint); border-radius: 0.25rem; padding: 0.1em 0.3em; }
.text pre { background: var(--tint); border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.75rem 1rem; overflow-x: auto; overflow-wrap: normal; }
.text pre code { background: none; padding: 0; }
.wide { overflow-x: auto; margin: 0.75rem 0; }
.text table, .site table { border-collapse: collapse; width: 100%; overflow-wrap: normal; }
.text th, .text td, .site th, .site td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); }
.text th, .site thead th { color: var(--quiet); font-weight: 600; }
.site caption { text-align: left; font-weight: 600; padding: 0.25rem 0; }
.text td:last-child { min-width: 11rem; }
main.site { max-width: 40rem; padding-bottom: 2rem; }
:where(.site, header) form { margin: 0; }
.field { margin: 1rem 0; }
.field label, fieldset legend { display: block; font-weight: 600; }
.field input, .field select, .field textarea {
  display: block; width: 100%; max-width: 28rem; min-height: 2.75rem; margin-top: 0.25rem; padding: 0.5rem 0.75rem;
  font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: 0.4rem;
}
.field [aria-invalid] { border-color: var(--bad); border-width: 2px; }
.hint { margin: 0.25rem 0; color: var(--quiet); }
.below { margin: 1.5rem 0 0; color: var(--quiet); }
.error { margin: 0.25rem 0; color: var(--bad); font-weight: 600; }
:where(.site) fieldset { border: 1px solid var(--line); border-radius: 0.4rem; margin: 1rem 0; padding: 0.75rem 1rem; }
:where(.site, header) button, .button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; padding: 0.5rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer;
  color: var(--on-mark); background: var(--mark); border: 2px solid var(--mark); border-radius: 0.4rem; text-decoration: none;
}
:where(.site) :is(button, a).destructive { background: var(--paper); color: var(--bad); border-color: var(--bad); }
:where(.site, header) :is(button, a).quiet { background: none; color: var(--mark); border-color: var(--edge); border-width: 1px; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1.5rem 0; }
.notice { margin: 1rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-left: 0.4rem solid var(--mark); border-radius: 0.4rem; background: var(--tint); }
.notice.error { border-left-color: var(--bad); color: inherit; font-weight: 400; }
.notice.good { border-left-color: var(--good); }
.notice p { margin: 0.25rem 0; }
.notice .title { font-weight: 700; }
:where(.site) dt { margin-top: 0.75rem; color: var(--quiet); }
:where(.site) dd { margin: 0; }
.app { font-size: 1.15rem; unicode-bidi: isolate; }
:where(.text, .site) h3 { font-size: 1.05rem; margin: 1.25rem 0 0.5rem; }
.site:has(table), .site:has(table) + footer { max-width: 60rem; }
.under { display: block; font-weight: 400; }
@media (max-width: 45rem) {
  .stacks thead { position: absolute; left: -100rem; }
  .stacks table, .stacks caption, .stacks tbody, .stacks tr, .stacks tbody th, .stacks td { display: block; }
  .stacks tbody tr { padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
  .stacks tbody th, .stacks td { border: 0; padding: 0.15rem 0; }
  .stacks td::before { content: attr(data-label) ": "; color: var(--quiet); }
  .stacks td:has(.button)::before { content: none; }
  .stacks td .button { margin-top: 0.5rem; }
}
.site td .button { padding: 0.25rem 0.75rem; white-space: nowrap; }
.secret { display: block; padding: 0.75rem; user-select: all; }
.check { display: flex; gap: 0.6rem; align-items: center; min-height: 2.25rem; }
.check input { flex: none; width: 1.25rem; height: 1.25rem; }
.preview { display: block; position: sticky; top: 0.5rem; width: 100%; aspect-ratio: 16 / 9; margin: 1rem 0; border: 1px solid var(--edge); border-radius: 0.4rem; color-scheme: light; }
.address textarea { max-width: none; font: 0.85em/1.5 ui-monospace, monospace; }
.options { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 0 1.5rem; align-items: end; }
.options .field { margin: 0.6rem 0; }
.options fieldset { grid-column: 1 / -1; display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
.preview.overlay { background: repeating-linear-gradient(90deg, #3f8f3a 0 8%, #4aa244 8% 16%); }
.links a { display: inline-block; padding: 0.25rem 0.5rem 0.25rem 0; }
@media print { header nav, header .visitor, .contents, .skip, footer { display: none; } }
`;
