// The stylesheet of public pages, beside the stylesheet of all pages, whose colours it uses.

/** Its address. */
export const PUBLIC_STYLE_ADDRESS = '/public.css';

export const publicStyle = `header .home { margin: 0; }
main.public, .public + footer { max-width: 60rem; }
#lost { position: sticky; top: 0; z-index: 1; margin: 0; padding-inline: 1rem; background: var(--bad-ground); color: var(--bad); font-weight: 600; text-align: center; }
/* Names of other scripts need more room below and above the line. */
.public h1 { margin-bottom: 0.5rem; font-size: clamp(min(1.75rem, 11vw), 8vw, var(--text-3xl)); line-height: 1.3; }
.public .written { max-width: 42rem; white-space: pre-line; }
.public .about { color: var(--soft); margin: 0 0 1rem; }
.public .board { position: relative; margin: 1rem 0; padding: 2rem 1.5rem 1.25rem; overflow: hidden; border: 1px solid var(--line); border-radius: var(--radius-l); background: var(--plate); text-align: center; }
.public .board p { margin: 0.25rem 0; }
.public .colors { position: absolute; inset: 0 0 auto; width: 100%; height: 0.5rem; border-bottom: 1px solid var(--line); }
.public .sides { display: grid; grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr); gap: 0.25rem 1.5rem; align-items: center; font-size: var(--text-2xl); font-weight: 800; letter-spacing: -0.015em; line-height: 1.2; overflow-wrap: anywhere; }
.public .sides .side { display: flex; justify-content: end; align-items: center; gap: 1rem; text-align: end; text-wrap: balance; }
.public .sides .side.away { justify-content: start; text-align: start; }
.public .sides .side > span { min-width: 0; }
/* A long word goes to a line of its own before it is broken. */
.public .whole-word { display: inline-block; max-width: 100%; }
.public .sides .crest { margin: 0; }
.public .sides .score { font-size: clamp(3rem, 12vw, 5.5rem); font-variant-numeric: tabular-nums; letter-spacing: 0.02em; line-height: 1; white-space: nowrap; }
.public .sides .score.none { color: var(--soft); font-size: var(--text-3xl); font-weight: 500; }
.public .scorers { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2.5rem; margin-top: 1rem; padding-top: 0.75rem; border-top: 1px solid var(--line); font-size: var(--text-s); line-height: 1.5; overflow-wrap: anywhere; }
.public .scorers ul { list-style: none; margin: 0; padding: 0; }
.public .scorers .home { text-align: end; }
.public .scorers .away { text-align: start; }
.public .minute { direction: ltr; unicode-bidi: isolate; }
.public .scorers .minute { color: var(--soft); font-variant-numeric: tabular-nums; }
.public .icon { width: 0.85em; height: 0.85em; margin-inline-end: 0.15em; vertical-align: -0.06em; }
.public .icon .ball { fill: none; stroke: currentColor; stroke-width: 2; }
.public .icon .spot { fill: currentColor; }
.public .icon .yellow { fill: var(--yellow); stroke: var(--edge); }
.public .icon .red { fill: var(--red); stroke: var(--edge); }
.public .icon .in { fill: var(--good); }
.public .icon .out { fill: var(--bad); }
.public .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
/* A drawing of both sides follows the order of the sides. */
[dir='rtl'] .public :is(.colors, .bars svg) { transform: scaleX(-1); }
.public .status { color: var(--soft); font-variant-numeric: tabular-nums; }
.public .clock { display: inline-block; min-width: 3.4em; text-align: start; }
[dir='rtl'] .public .clock { text-align: end; }
.public .clock.long { min-width: 6.4em; }
.public .status.live { color: var(--good); font-weight: 700; }
.public .split { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 0 2rem; align-items: start; }
.public ol.timeline, .public ul.list { list-style: none; margin: 0; padding: 0; }
.public ol.timeline li { display: grid; grid-template-columns: minmax(0, 1fr) 4rem minmax(0, 1fr); align-items: baseline; column-gap: 0.4rem; padding: 0.5rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.public ol.timeline .minute { grid-area: 1 / 2; color: var(--soft); font-variant-numeric: tabular-nums; text-align: center; }
.public ol.timeline .told { grid-area: 1 / 1; text-align: end; line-height: 1.4; }
.public ol.timeline .away .told { grid-column: 3; text-align: start; }
.public ol.timeline .both .told { grid-area: 2 / 1 / auto / 4; text-align: center; color: var(--soft); }
.public ol.timeline .what { font-weight: 600; }
.public ol.timeline .who { display: block; }
.public ul.list li { display: flex; flex-wrap: wrap; gap: 0 0.75rem; padding: 0.4rem 0; border-bottom: 1px solid var(--line); align-items: baseline; }
.public ul.list .end { margin-inline-start: auto; font-variant-numeric: tabular-nums; }
.public ul.list .small, .public .small { color: var(--soft); }
.public ul.list a { padding: 0.15rem 0; }
.public ul.list .number { min-width: 2ch; font-variant-numeric: tabular-nums; text-align: end; }
/* Names, times and results of a list of matches stand below each other. */
@media (min-width: 45rem) {
  .public ul.matches li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) minmax(0, 0.8fr); }
  .public ul.matches .end { text-align: end; }
}
.public #tables :is(td, thead th + th) { white-space: nowrap; }
.public #counts td:nth-child(2) { min-width: 7rem; }
.public #tables :is(td, thead th + th), .public #counts :is(td, th):nth-child(n + 3) { text-align: end; }
.public :is(#tables, #counts) :is(td, th):last-child { padding-inline-end: 0; }
.public .bars { margin: 0; }
.public .bars div { display: grid; grid-template-columns: 4ch minmax(0, 1fr) 4ch; align-items: baseline; padding: 0.35rem 0; }
.public .bars dt { display: contents; color: var(--soft); }
.public .bars dt span { grid-area: 1 / 2; text-align: center; }
.public .bars svg { grid-area: 2 / 1 / auto / 4; width: 100%; height: 0.5rem; margin-top: 0.15rem; }
.public .bars rect { stroke: var(--edge); vector-effect: non-scaling-stroke; }
.public .bars dd { grid-area: 1 / 1; margin: 0; font-weight: 700; font-variant-numeric: tabular-nums; }
.public .bars dd:last-child { grid-column: 3; text-align: end; }
.public .kicks { display: flex; flex-wrap: wrap; gap: 0.35rem; list-style: none; margin: 0; padding: 0; }
.public .kicks li { padding: 0 0.5rem; border: 1px solid var(--border); border-radius: 1rem; }
.public .kicks li.in { border-color: var(--good); color: var(--good); font-weight: 600; }
.public .kicks li.out { border-color: var(--bad); color: var(--bad); }
.public .bracket { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(min(14rem, 100%), 1fr); gap: 1rem; align-items: start; overflow-x: auto; margin-inline: -0.25rem; padding: 0.25rem; }
.public .bracket h3 { margin-top: 0; }
.public .bracket li { padding: 0.5rem 0.75rem; margin-bottom: 0.75rem; border: 1px solid var(--line); border-radius: var(--radius-m); background: var(--plate); }
.public .bracket ul { list-style: none; margin: 0; padding: 0; }
.public .bracket .line { display: flex; justify-content: space-between; gap: 0.75rem; }
.public .bracket .line > :last-child { flex: none; white-space: nowrap; }
.public .bracket .won { font-weight: 700; }
.public .embed button { margin-top: 0.75rem; }
.public .embed button:not(.works) { visibility: hidden; }
.public .embed code { display: block; padding: 0.75rem; user-select: all; overflow-wrap: anywhere; }
/* The heading above the table says the same. */
.public .titled caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.public td, .public th { font-variant-numeric: tabular-nums; }
/* A long name breaks; the heads keep the columns of numbers wide enough. */
.public tbody :is(td, th) { overflow-wrap: anywhere; }
.public thead abbr { text-decoration: none; cursor: help; }
.public thead th { overflow-wrap: normal; }
.public tbody th { min-width: 6.5rem; }
/* The crest above the name leaves it the whole width of its side. */
@media (max-width: 56rem) {
  .public .sides:has(.crest) .side { flex-direction: column-reverse; gap: 0.5rem; text-align: center; }
  .public .sides:has(.crest) .side.away { flex-direction: column; }
}
@media (max-width: 30rem) {
  .public .board { padding: 1.5rem 0.75rem 1rem; }
  .public .sides { font-size: var(--text-l); gap: 0.25rem 0.75rem; }
  .public .scorers { gap: 0 1rem; }
  .public #tables :is(td, thead th + th):not(:last-child) { padding-inline-end: 0.5rem; }
  .public ol.timeline li { grid-template-columns: minmax(0, 1fr) 3.25rem minmax(0, 1fr); }
}
/* A page at 400 %. */
@media (max-width: 22rem) {
  .public .board { padding-inline: 0.5rem; }
  .public .sides { font-size: var(--text-m); gap: 0.25rem 0.5rem; }
  .public .sides .score { font-size: 2.5rem; }
}
@media print {
  .public :is(.board, .bars div, .kicks) { break-inside: avoid; }
  .public :is(.embed, .calendar) { display: none; }
  /* Rounds that find no room beside the others stand below them. */
  .public .bracket { grid-auto-flow: row; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); margin: 0; padding: 0; overflow: visible; }
  .public .bars rect, .public .colors { print-color-adjust: exact; }
}
`;
