/** The one stylesheet of the documents: readable on a phone, dark where the reader has it so. */
export const style = `:root {
  color-scheme: light dark;
  --ink: #1b1f24;
  --quiet: #57606a;
  --paper: #ffffff;
  --tint: #f3f5f7;
  --line: #d5dbe1;
  --mark: #0b5cad;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ec; --quiet: #9aa4ae; --paper: #14181c; --tint: #1e242a; --line: #343c44; --mark: #79b8ff; }
  /* The interactive documentation knows light only. */
  main.full { background: #ffffff; color-scheme: light; }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: 0 1.5rem; align-items: baseline; padding: 0.75rem 1rem; border-bottom: 1px solid var(--line); }
header .name { margin: 0; font-weight: 700; }
header nav { display: flex; flex-wrap: wrap; gap: 0 1rem; }
header nav a { padding: 0.6rem 0; }
a { color: var(--mark); }
a[aria-current] { color: inherit; text-decoration: none; font-weight: 600; }
a:focus-visible, pre:focus-visible, .wide:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
main { max-width: 52rem; margin: 0 auto; padding: 0 1rem 4rem; }
main.full { max-width: none; padding: 0; }
.text h1 { font-size: 1.8rem; line-height: 1.2; margin: 1.5rem 0 1rem; }
.text h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.5rem 0 0.75rem; }
.text p, .text ul, .text ol { margin: 0.75rem 0; }
.contents ul { padding: 0; list-style: none; columns: 14rem; }
.contents a { display: inline-block; padding: 0.25rem 0; }
.text code { font: 0.9em/1.5 ui-monospace, monospace; background: var(--tint); border-radius: 0.25rem; padding: 0.1em 0.3em; }
.text pre { background: var(--tint); border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.75rem 1rem; overflow-x: auto; overflow-wrap: normal; }
.text pre code { background: none; padding: 0; }
.wide { overflow-x: auto; margin: 0.75rem 0; }
.text table { border-collapse: collapse; width: 100%; overflow-wrap: normal; }
.text th, .text td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); }
.text th { color: var(--quiet); font-weight: 600; }
.text td:last-child { min-width: 11rem; }
@media print { header nav, .contents { display: none; } }
`;
